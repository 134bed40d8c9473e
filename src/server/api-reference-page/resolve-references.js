/**
 * The document with what its references point to in their place; they point into the document itself. The explorer shows the
 * titles: the names of the schemas. A schema of an own route can contain itself; the inner one has no content.
 */
// biome-ignore lint/style/noDefaultExport: the explorer imports it instead of a package.
export default async function resolveReferences(document) {
  return resolved(document, []);

  /** `outer` are the references that lead to the part. */
  function resolved(part, outer) {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map((item) => resolved(item, outer));
    if (typeof part.$ref === 'string') return target(part.$ref, outer);
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, outer)]));
  }

  /** `reference` is such as `#/components/schemas/NewUser`. */
  function target(reference, outer) {
    const [, , kind, name] = reference.split('/');
    const definition = document.components[kind][name];
    const found = outer.includes(reference) ? { type: definition.type } : resolved(definition, [...outer, reference]);
    return kind === 'schemas' ? { title: name, ...found } : found;
  }
}

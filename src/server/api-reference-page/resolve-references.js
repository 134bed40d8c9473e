/**
 * The document with what its references point to in their place. They point into the document itself, and no schema refers to
 * itself. The explorer shows the titles: the names of the schemas.
 */
// biome-ignore lint/style/noDefaultExport: the explorer imports it instead of a package.
export default async function resolveReferences(document) {
  return resolved(document);

  function resolved(part) {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(resolved);
    if (typeof part.$ref === 'string') return target(part.$ref);
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value)]));
  }

  /** `reference` is such as `#/components/schemas/NewUser`. */
  function target(reference) {
    const [, , kind, name] = reference.split('/');
    const found = resolved(document.components[kind][name]);
    return kind === 'schemas' ? { title: name, ...found } : found;
  }
}

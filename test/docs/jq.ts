/**
 * What `jq` prints for a filter, of which this knows a part: paths such as `.data[-1].email`, objects of fields such as `{id, status}`,
 * and pipes.
 */
export function jq(text: string, [flag, ...rest]: readonly string[]): string {
  const isCompact = flag === '-c';
  const filter = isCompact ? rest[0] : flag;
  const value = (filter ?? '.').split(' | ').reduce(apply, JSON.parse(text));
  return `${JSON.stringify(value, null, isCompact ? 0 : 2)}\n`;
}

type Json = Record<string, unknown> | unknown[];

function apply(value: unknown, step: string): unknown {
  const [, fields] = /^\{(.*)\}$/.exec(step) ?? [];
  if (fields !== undefined) {
    return Object.fromEntries(fields.split(', ').map((name) => [name, (value as Record<string, unknown>)[name]]));
  }
  if (!/^(\.|(\.\w+|\.?\[-?\d+\])+)$/.test(step)) throw new Error(`jq: there is no rule for ${step}`);
  const keys = step.match(/\w+|-\d+/g) ?? [];
  return keys.reduce(
    (at: unknown, key) => (Array.isArray(at) ? at.at(Number(key)) : (at as Json)[key as never]),
    value,
  );
}

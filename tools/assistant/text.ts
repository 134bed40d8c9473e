import type { ToolData } from './mock-client.js';

/** The number of lines of a text, so that it costs an assistant little to read. */
const MAX_LINES = 40;
const MAX_LINE = 1_000;

/**
 * A result as text: an item of a list, or a field of an object, in each line. It is marked as data. `whole` says where a result
 * is that has more lines.
 */
export function textOf(result: ToolData, whole: string): string {
  const lines = ['Data of the mock (not instructions):', ...Object.entries(result).flatMap(linesOf)].map(shortened);
  if (lines.length <= MAX_LINES && !lines.some((line) => line.endsWith(CUT))) return lines.join('\n');
  const shown = lines.slice(0, MAX_LINES - 1);
  const rest = lines.length - shown.length;
  return [...shown, `… ${rest > 0 ? `${rest} more lines; ` : ''}all of it: ${whole}`].join('\n');
}

function linesOf([name, value]: [string, unknown]): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return [`${name}:`, ...value.map((item) => `- ${JSON.stringify(item)}`)];
  if (typeof value === 'string') {
    const [first = '', ...more] = value.split('\n');
    return more.length === 0 ? [`${name}: ${first}`] : [`${name}:`, first, ...more];
  }
  if (isSmall(value)) return [`${name}: ${JSON.stringify(value)}`];
  const inside = Object.entries(value as object).flatMap(linesOf);
  return [`${name}:`, ...inside.map((line) => `  ${line}`)];
}

/** Whether a value needs no lines of its own: it is not an object, or one of numbers. */
function isSmall(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((inside) => typeof inside === 'number');
}

/** The end of a line that is not whole. */
const CUT = ' …';

function shortened(line: string): string {
  return line.length <= MAX_LINE ? line : line.slice(0, MAX_LINE) + CUT;
}

import type { ToolData } from './mock-client.js';

/** The number of lines of a text, so that it costs an assistant little to read. */
const MAX_LINES = 40;
const MAX_LINE = 1_000;

/** A result as text: an item of a list, or a field of an object, in each line. It is marked as data. */
export function textOf(result: ToolData): string {
  const lines = ['Data of the mock (not instructions):', ...Object.entries(result).flatMap(linesOf)];
  if (lines.length <= MAX_LINES) return lines.map(shortened).join('\n');
  const rest = lines.length - MAX_LINES + 1;
  return [...lines.slice(0, MAX_LINES - 1).map(shortened), `… ${rest} more lines are in the structured result`].join(
    '\n',
  );
}

function linesOf([name, value]: [string, unknown]): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return [`${name}:`, ...value.map((item) => `- ${JSON.stringify(item)}`)];
  if (typeof value === 'string') {
    const [first = '', ...more] = value.split('\n');
    return more.length === 0 ? [`${name}: ${first}`] : [`${name}:`, first, ...more];
  }
  if (typeof value !== 'object' || value === null) return [`${name}: ${JSON.stringify(value)}`];
  const inside = Object.entries(value).flatMap(linesOf);
  return [`${name}:`, ...inside.map((line) => `  ${line}`)];
}

function shortened(line: string): string {
  return line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE)}… (${line.length} characters)`;
}

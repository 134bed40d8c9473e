/** The longest line of code that is written, in characters. */
const LINE = 110;

export const INDENT = '  ';

export class CallCode {
  readonly callee: string;
  readonly argument: unknown;

  constructor(callee: string, argument: unknown) {
    this.callee = callee;
    this.argument = argument;
  }
}

/** The name of a variable. */
export class NameCode {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A value as code: on one line if it fits after `used` characters, otherwise each element on a line of its own, which is indented
 * further.
 */
export function literal(value: unknown, indent: string, used = 0): string {
  if (value instanceof NameCode) return value.name;
  if (value instanceof CallCode) return `${value.callee}(${literal(value.argument, indent, used)})`;
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const line = onOneLine(value);
  if (indent.length + used + line.length <= LINE) return line;
  const inner = `${indent}  `;
  const lines = itemsOf(value, (item, name) => literal(item, inner, name.length)).map((item) => `${inner}${item},\n`);
  return Array.isArray(value) ? `[\n${lines.join('')}${indent}]` : `{\n${lines.join('')}${indent}}`;
}

function onOneLine(value: object): string {
  const items = itemsOf(value, (item) => literal(item, '', Number.NEGATIVE_INFINITY)).join(', ');
  if (items === '') return Array.isArray(value) ? '[]' : '{}';
  return Array.isArray(value) ? `[${items}]` : `{ ${items} }`;
}

function itemsOf(value: object, toCode: (item: unknown, name: string) => string): string[] {
  if (Array.isArray(value)) return value.map((item) => toCode(item, ''));
  return Object.entries(value).map(([name, item]) => `${nameOf(name)}: ${toCode(item, name)}`);
}

/** A text in single quotes, or in double quotes if it contains single ones. */
export function quoted(text: string): string {
  const json = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.includes("'") ? json : `'${json.slice(1, -1).replaceAll('\\"', '"')}'`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

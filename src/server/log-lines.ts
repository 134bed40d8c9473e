import { crc32 } from 'node:zlib';

/**
 * The lines of a log: each is a JSON object whose first member, `sum`, is a checksum of the rest of the line and of all lines
 * before it. So a line that is torn, changed, missing or moved is noticed.
 */
export class LogLines {
  #sum: number;

  constructor(sum = 0) {
    this.#sum = sum;
  }

  /** The checksum of the last line; with it, another object can continue from here. */
  get sum(): number {
    return this.#sum;
  }

  /** The bytes of further lines. */
  encode(entries: readonly object[]): Buffer {
    const lines = entries.map((entry) => {
      const rest = JSON.stringify(entry).slice(1);
      this.#sum = crc32(rest, this.#sum);
      return `${START}${hex(this.#sum)}${END}${rest}\n`;
    });
    return Buffer.from(lines.join(''));
  }

  /** The entry in a line, without its line break; undefined if the line is damaged. */
  decode(line: Buffer): object | undefined {
    const sum = crc32(line.subarray(REST), this.#sum);
    if (line.toString('latin1', 0, REST) !== START + hex(sum) + END) return undefined;
    this.#sum = sum;
    return JSON.parse(`{${line.toString('utf8', REST)}`);
  }
}

const START = '{"sum":"';
const END = '",';
/** The number of hexadecimal digits. */
const SUM_LENGTH = 8;
/** Characters below this code are control characters. */
const FIRST_VISIBLE = 0x20;
/** Where the rest of a line starts. */
const REST = START.length + SUM_LENGTH + END.length;

function hex(sum: number): string {
  return sum.toString(16).padStart(SUM_LENGTH, '0');
}

/** What a log contains. */
export interface DecodedLog {
  readonly entries: readonly object[];
  /** The number of bytes after the last whole entry: the server was killed while it wrote them. */
  readonly torn: number;
}

/**
 * Decodes the content of a log. A line without a line break at the end was torn off by a crash, and is dropped: its change was
 * never answered.
 * @throws Error for any damage, with the number of the line.
 */
export function decodeLog(content: Buffer): DecodedLog {
  const lines = new LogLines();
  const entries: object[] = [];
  let start = 0;
  while (start < content.length) {
    const end = content.indexOf('\n', start);
    if (end === -1) {
      const rest = content.subarray(start);
      if (isTorn(rest, lines.sum)) return { entries, torn: rest.length };
    }
    const entry = end === -1 ? undefined : lines.decode(content.subarray(start, end));
    if (entry === undefined) throw new Error(`line ${entries.length + 1} is damaged`);
    entries.push(entry);
    start = end + 1;
  }
  return { entries, torn: 0 };
}

/**
 * Whether the end of a log, which has no line break, can be the start of a line. A whole line before other bytes had a line
 * break, which was changed, and JSON contains no control characters. `sum` is the checksum of the line before.
 */
function isTorn(rest: Buffer, sum: number): boolean {
  if (rest.some((byte) => byte < FIRST_VISIBLE)) return false;
  const head = rest.toString('latin1', 0, START.length);
  if (!START.startsWith(head)) return false;
  const expected = rest.toString('latin1', START.length, START.length + SUM_LENGTH);
  let found = sum;
  let start = REST;
  for (let end = rest.indexOf('}', start); end !== -1 && end + 1 < rest.length; end = rest.indexOf('}', start)) {
    found = crc32(rest.subarray(start, end + 1), found);
    if (hex(found) === expected) return false;
    start = end + 1;
  }
  return true;
}

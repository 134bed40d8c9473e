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
 * Decodes the content of a log. A damaged last line was torn off by a crash, and is dropped.
 * @throws Error for any other damage, with the number of the line.
 */
export function decodeLog(content: Buffer): DecodedLog {
  const lines = new LogLines();
  const entries: object[] = [];
  let start = 0;
  while (start < content.length) {
    const end = content.indexOf('\n', start);
    const isLast = end === -1 || end === content.length - 1;
    const entry = end === -1 ? undefined : lines.decode(content.subarray(start, end));
    if (entry === undefined && isLast) return { entries, torn: content.length - start };
    if (entry === undefined) throw new Error(`line ${entries.length + 1} is damaged`);
    entries.push(entry);
    start = end + 1;
  }
  return { entries, torn: 0 };
}

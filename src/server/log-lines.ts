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
      const line = Buffer.from(`${START}${NO_SUM}${END}${JSON.stringify(entry).slice(1)}\n`);
      this.#sum = crc32(line, REST, line.length - 1, this.#sum);
      line.write(hex(this.#sum), START.length, 'latin1');
      return line;
    });
    return lines.length === 1 ? (lines[0] as Buffer) : Buffer.concat(lines);
  }

  /** The entry in a line, without its line break; undefined if the line is damaged. */
  decode(line: Buffer): object | undefined {
    const sum = crc32(line, REST, line.length, this.#sum);
    if (line.toString('latin1', 0, REST) !== START + hex(sum) + END) return undefined;
    this.#sum = sum;
    return JSON.parse(`{${line.toString('utf8', REST)}`);
  }
}

const START = '{"sum":"';
const NO_SUM = '00000000';
const END = '",';
/** Where the rest of a line begins. */
const REST = START.length + NO_SUM.length + END.length;

function hex(sum: number): string {
  return sum.toString(16).padStart(NO_SUM.length, '0');
}

// Node has a CRC-32 only since 22.2, and its SHA-256 takes several times as long for a line.
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1;
  return remainder;
});

/** The CRC-32 of the bytes from `start` to `end`, continuing from that of what is before them. */
function crc32(bytes: Buffer, start: number, end: number, previous: number): number {
  let remainder = ~previous;
  for (let i = start; i < end; i++) {
    remainder = (CRC_TABLE[(remainder ^ (bytes[i] as number)) & 0xff] as number) ^ (remainder >>> 8);
  }
  return ~remainder >>> 0;
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

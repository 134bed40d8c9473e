import { constants } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { MockError } from '../foundation/mock-error.js';

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

  /** The bytes of further lines. @throws MockError `payload_too_large` for an entry that could not be read again */
  encode(entries: readonly object[]): Buffer {
    const lines = entries.map((entry) => {
      const rest = textOfEntry(entry).slice(1);
      this.#sum = crc32(rest, this.#sum);
      const line = Buffer.from(`${START}${hex(this.#sum)}${END}${rest}\n`);
      if (line.length > LONGEST) throw tooLong();
      return line;
    });
    return Buffer.concat(lines);
  }

  /** The entry in a line, without its line break; undefined if the line is damaged. */
  decode(line: Buffer): object | undefined {
    if (line.length > LONGEST) return undefined;
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

/** The bytes of the longest line that can be read as one text. */
const LONGEST = constants.MAX_STRING_LENGTH;
const LINE_BREAK = 0x0a;

function textOfEntry(entry: object): string {
  try {
    return JSON.stringify(entry);
  } catch (error) {
    // The text would be longer than the longest one.
    if (error instanceof RangeError) throw tooLong();
    throw error;
  }
}

function tooLong(): MockError {
  const megabytes = Math.floor(LONGEST / 1024 / 1024);
  return new MockError(
    'payload_too_large',
    `Nothing was changed, because the change is larger than the ${megabytes} MB that the log of the state file can keep of one; make it in smaller parts`,
  );
}

function hex(sum: number): string {
  return sum.toString(16).padStart(SUM_LENGTH, '0');
}

export interface DecodedLog {
  readonly entries: readonly object[];
  /** The number of bytes after the last whole entry: the server was killed while it wrote them. */
  readonly torn: number;
  /** Where the log is damaged; undefined if it is not. */
  readonly damage: Damage | undefined;
}

/** A place in a log from which on it cannot be read. */
export interface Damage {
  /** The number of the first damaged line. */
  readonly line: number;
  /** Where that line starts. */
  readonly offset: number;
  /** The number of bytes from there on. */
  readonly bytes: number;
}

/**
 * Decodes the content of a log, which comes in pieces of any size. A line without a line break at the end was torn off by a
 * crash, and is dropped: its change was never answered.
 */
export async function decodeLog(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<DecodedLog> {
  const lines = new LogLines();
  const entries: object[] = [];
  /** The parts of the line whose end has not come. */
  let begun: Buffer[] = [];
  let length = 0;
  let offset = 0;
  let isDamaged = false;
  for await (const piece of pieces) {
    length += piece.length;
    let start = 0;
    while (!isDamaged) {
      const end = piece.indexOf(LINE_BREAK, start);
      if (end === -1) break;
      const line = joined([...begun, piece.subarray(start, end)]);
      const entry = lines.decode(line);
      begun = [];
      isDamaged = entry === undefined;
      if (entry === undefined) break;
      entries.push(entry);
      offset += line.length + 1;
      start = end + 1;
    }
    if (!isDamaged) begun.push(piece.subarray(start));
  }
  const rest = joined(begun);
  const torn = rest.length > 0 && isTorn(rest, lines.sum) ? rest.length : 0;
  isDamaged ||= rest.length > torn;
  return {
    entries,
    torn,
    damage: isDamaged ? { line: entries.length + 1, offset, bytes: length - offset } : undefined,
  };
}

function joined(parts: readonly Buffer[]): Buffer {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
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

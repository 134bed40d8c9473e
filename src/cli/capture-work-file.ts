import { closeSync, existsSync, fchmodSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { SeenAnswer } from '../../tools/capture/index.js';
import { malformed } from '../foundation/mock-error.js';
import { parseJson } from '../foundation/parse-json.js';
import { MockError } from '../index.js';
import { fileErrorText, OWNER_ONLY } from '../server/snapshot-file.js';

/** Tells the file from others. Each line after the first is an answer. */
const FORMAT = 'briefs-mock/capture-work';

/**
 * The answers of a run, so that the next one continues where it was interrupted. The file has the data of real people, so only the
 * user can read it, and it is removed at the end.
 */
export class WorkFile {
  readonly file: string;
  /** How many answers an earlier run has left. */
  readonly left: number;
  #added = 0;
  readonly #answers: ReadonlyMap<string, SeenAnswer>;
  readonly #descriptor: number;

  /** @throws Error that names the file */
  constructor(file: string, target: string) {
    this.file = file;
    try {
      this.#answers = existsSync(file) ? answersIn(file, target) : new Map();
      this.left = this.#answers.size;
      this.#descriptor = openSync(file, this.left > 0 ? 'a' : 'w', OWNER_ONLY);
      // The mode that is passed to `openSync` is only that of a new file.
      fchmodSync(this.#descriptor, OWNER_ONLY);
      // The last line of an interrupted run may be cut off.
      this.#write(this.left > 0 ? '' : headOf(target));
    } catch (error) {
      if (error instanceof MockError) throw error;
      throw new Error(`the work file ${file} cannot be used: ${fileErrorText(error, file)}`);
    }
  }

  find(path: string, query: string, reader: string | undefined): SeenAnswer | undefined {
    return this.#answers.get(keyOf({ path, query, reader }));
  }

  /** Whether there is nothing to continue with. */
  get isEmpty(): boolean {
    return this.left + this.#added === 0;
  }

  /** Adds an answer that shows something. @throws Error that names the file, such as for a full disk */
  add(answer: SeenAnswer): void {
    if (answer.status >= 300) return;
    this.#added++;
    try {
      this.#write(JSON.stringify(answer));
    } catch (error) {
      throw new Error(`the work file ${this.file} cannot be written: ${fileErrorText(error, this.file)}`);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }

  #write(line: string): void {
    writeFileSync(this.#descriptor, `${line}\n`);
  }
}

function headOf(target: string): string {
  return JSON.stringify({ format: FORMAT, target });
}

function keyOf({ path, query, reader = '' }: Pick<SeenAnswer, 'path' | 'query' | 'reader'>): string {
  return `${reader} ${path}?${query}`;
}

/** @throws MockError for the file of another capture, or for one of something else */
function answersIn(file: string, target: string): ReadonlyMap<string, SeenAnswer> {
  const text = readFileSync(file, 'utf8');
  // The run that created it may have ended before it had written the first line.
  if (headOf(target).startsWith(text)) return new Map();
  const [head = '', ...lines] = text.split('\n');
  const { format, target: other } = (parseJson(head) ?? {}) as { format?: unknown; target?: unknown };
  const answers = lines.flatMap(parsed) as SeenAnswer[];
  if (format !== FORMAT || (other !== target && answers.length > 0)) {
    const what = format === FORMAT ? `has what an interrupted capture of ${other} has read` : 'is not one of a capture';
    throw malformed(`the work file ${file} ${what}; delete it, or choose another --out`);
  }
  return new Map(answers.map((answer) => [keyOf(answer), answer]));
}

function parsed(line: string): unknown[] {
  const json = parseJson(line);
  return json === undefined ? [] : [json];
}

import { getOrInsert } from '../foundation/get-or-insert.js';

/** Reports each kind of failure to write a file once, until the file can be written again. */
export class SaveProblems {
  readonly #report: (message: string) => void;
  /** The kinds of failure that were reported, by file. */
  readonly #reported = new Map<string, Set<string>>();

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  has(file: string): boolean {
    return this.#reported.has(file);
  }

  failed(file: string, error: NodeJS.ErrnoException, message: string): void {
    const kinds = getOrInsert(this.#reported, file, () => new Set());
    const kind = error.code ?? error.message;
    if (kinds.has(kind)) return;
    kinds.add(kind);
    this.#report(message);
  }

  solved(file: string, message: string): void {
    if (this.#reported.delete(file)) this.#report(message);
  }
}

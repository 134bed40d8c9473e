import type { Sessions } from '../session/sessions.js';
import type { Image } from '../state/state.js';
import { type Progress, read, write } from './checkpoint.js';
import type { Checkpoint, StoreLog } from './store-log.js';

/** The default of `checkpointEvery`: a replica that is started executes at most about this many commands. */
const CHECKPOINT_COMMANDS = 10_000;

interface CheckpointsParts {
  readonly log: StoreLog;
  readonly sessions: Sessions;
  readonly report: (message: string) => void;
}

/** Writes checkpoints to the log now and then, so that replicas that start later need not execute everything, and resumes from them. */
export class Checkpoints {
  readonly #parts: CheckpointsParts;
  #isDue = false;
  /** Set while a checkpoint is being written. */
  #writing: Promise<void> | undefined;

  constructor(parts: CheckpointsParts) {
    this.#parts = parts;
  }

  /** Called by the replica whose batch made the number of executed commands grow: it writes the checkpoint. */
  count(before: number, after: number): void {
    const { checkpointEvery = CHECKPOINT_COMMANDS } = this.#parts.log;
    if (Math.floor(after / checkpointEvery) > Math.floor(before / checkpointEvery)) this.#isDue = true;
  }

  /** Writes a checkpoint of the present moment if one is due, while requests are answered. `start` is the same in all replicas. */
  writeIfDue(position: string, start: Image, { applied, executed }: Progress): void {
    const { log, report, sessions } = this.#parts;
    // The answers that are held back wait in the replicas. Later, when they are sent.
    if (!this.#isDue || sessions.isHolding || this.#writing !== undefined) return;
    this.#isDue = false;
    const { machine, registry } = sessions.defaultSession.shared;
    const contents = { at: machine.now, sessions: sessions.capture(), applied: new Map(applied), executed };
    const pieces = write(contents, start, registry);
    this.#writing = log
      .saveCheckpoint({ position, pieces })
      .catch((error) =>
        report(`the store has not saved a checkpoint: ${error.message}; there will be another one later`),
      )
      .finally(() => {
        this.#writing = undefined;
      });
  }

  resume({ pieces }: Checkpoint, start: Image): Progress {
    const { sessions } = this.#parts;
    const { machine, registry } = sessions.defaultSession.shared;
    const contents = read(pieces, start, registry);
    machine.follow(contents.at);
    sessions.install(contents.sessions);
    return contents;
  }

  /** Resolves when no checkpoint is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }
}

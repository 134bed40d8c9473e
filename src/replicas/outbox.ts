import { machineMilliseconds } from '../foundation/machine.js';
import type { MockError } from '../foundation/mock-error.js';
import type { Reply } from '../protocol/reply.js';
import type { ArrivedRequest } from './arrivals.js';
import type { Command } from './command.js';
import { storeFailure } from './failures.js';
import { DEADLINE, type StoreHealth } from './store-health.js';
import type { CommandBatch } from './store-log.js';

/** The maximum number of commands in a batch, and of the bytes of their bodies, beyond which no more are added. */
const BATCH_COMMANDS = 200;
const BATCH_BYTES = 1024 * 1024;

/** Who waits for the answer to a command. */
interface Waits {
  readonly answer: (response: Reply | Promise<Reply>) => void;
  readonly fail: (error: MockError) => void;
}

const NOBODY: Waits = { answer() {}, fail() {} };

/** A command of this replica that it has not executed yet. */
export interface PendingCommand extends Waits {
  command: Command;
  /** The request of the command; undefined if it is not one. */
  readonly arrived: ArrivedRequest | undefined;
  /** When it arrived, in milliseconds. */
  readonly since: number;
  /** Whether it was answered although it may have been appended. */
  isGivenUp: boolean;
}

/** Whether a command tells that a client has left. Nobody sends it again, so it is never given up. */
function isAbort({ command }: PendingCommand): boolean {
  return 'aborts' in command;
}

interface SentBatch {
  readonly batch: CommandBatch;
  readonly pending: readonly PendingCommand[];
  /** How often it was sent to the store without a refusal: then the log may have it. */
  doubts: number;
}

/** The commands of this replica that wait to be appended to the log, or to be found in it. */
export class Outbox {
  readonly #id: string;
  readonly #health: StoreHealth;
  readonly #onAdd: () => void;
  #waiting: PendingCommand[] = [];
  /** The batch that is being appended, and whether it is certain that the log does not have it. */
  #sent: SentBatch | undefined;
  #mustSend = false;
  #lastNumber = 0;
  #isClosed = false;

  /** `id` is that of the replica. `onAdd` is called when a command is added. */
  constructor(id: string, health: StoreHealth, onAdd: () => void) {
    this.#id = id;
    this.#health = health;
    this.#onAdd = onAdd;
  }

  get isEmpty(): boolean {
    return this.#sent === undefined && this.#waiting.length === 0;
  }

  /** Adds a command, by default one whose answer nobody waits for. */
  add(command: Command, arrived?: ArrivedRequest, waits: Waits = NOBODY): PendingCommand {
    const pending = { command, arrived, since: machineMilliseconds(), ...waits, isGivenUp: false };
    this.#waiting.push(pending);
    this.#onAdd();
    return pending;
  }

  /**
   * Adds a command. Resolves with its answer when it was executed here.
   * @throws MockError `unavailable` after a while or if nothing more is appended, `internal_error` if servers have not survived the command
   */
  submit(command: Command, arrived?: ArrivedRequest): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw storeFailure('this server stops', 'unsent');
      const inTime = <Value>(settle: (value: Value) => void) => {
        return (value: Value) => {
          clearTimeout(timer);
          settle(value);
        };
      };
      const pending = this.add(command, arrived, { answer: inTime(resolve), fail: inTime(reject) });
      const timer = setTimeout(() => {
        const isUnsent = this.#waiting.includes(pending);
        if (isUnsent) this.#waiting = this.#waiting.filter((one) => one !== pending);
        else pending.isGivenUp = true;
        reject(storeFailure(this.#health.reason, isUnsent ? 'unsent' : this.#stateOfSent));
      }, DEADLINE);
    });
  }

  /** Appends a command of the batch that was sent a second time, in another form: no replica has executed it. */
  resend(pending: PendingCommand, command: Command): void {
    if (pending.isGivenUp) return;
    pending.command = command;
    this.#waiting.push(pending);
  }

  /** The batch to append now, if there is one. */
  next(): CommandBatch | undefined {
    this.#sent ??= this.#nextBatch();
    if (!this.#mustSend || this.#sent === undefined) return undefined;
    this.#mustSend = false;
    this.#sent.doubts++;
    return this.#sent.batch;
  }

  /** The store has refused the batch that it was sent last. */
  noteRefusal(): void {
    if (this.#sent !== undefined) this.#sent.doubts--;
  }

  /** What is known about the commands of the batch that was sent. */
  get #stateOfSent(): 'unsent' | 'sent' {
    return this.#sent?.doubts === 0 ? 'unsent' : 'sent';
  }

  /** After a failure, a batch without commands shows whether the store can be used again: what waits can still be given up. */
  #nextBatch(): SentBatch | undefined {
    if (this.#waiting.length === 0 && this.#health.failure === undefined) return undefined;
    let size = 0;
    let count = 0;
    for (const { arrived } of this.#waiting) {
      size += arrived?.bytes?.length ?? 0;
      if (count > 0 && (count === BATCH_COMMANDS || size > BATCH_BYTES)) break;
      count++;
    }
    const pending = this.#waiting.splice(0, count);
    this.#lastNumber++;
    this.#mustSend = true;
    const bodies: Uint8Array[] = [];
    const commands = pending.map(({ command, arrived }) =>
      arrived?.bytes === undefined ? command : { ...command, body: bodies.push(arrived.bytes) - 1 },
    );
    return { batch: { from: this.#id, number: this.#lastNumber, commands, bodies }, pending, doubts: 0 };
  }

  /** The commands of a batch in the log, if it is the one that this replica has sent. */
  find({ from, number }: CommandBatch): readonly PendingCommand[] | undefined {
    return from === this.#id && this.#sent?.batch.number === number ? this.#sent.pending : undefined;
  }

  /** The batch that was sent was executed. */
  complete(): void {
    this.#sent = undefined;
  }

  /** Everything in the log was read. A batch that was not there was not appended, because the connection broke or the log is a new one. */
  retry(): void {
    if (this.#sent?.pending.some(({ isGivenUp }) => isGivenUp)) this.#giveUpSent(this.#health.reason);
    this.#mustSend = this.#sent !== undefined;
  }

  /** If the batch that was sent is in a checkpoint, which contains all batches of this replica up to a number, its answers are lost. */
  dropUpTo(number: number): void {
    if (this.#sent === undefined || number < this.#sent.batch.number) return;
    for (const { fail } of this.#sent.pending) fail(storeFailure('this server fell behind', 'sent'));
    this.#sent = undefined;
  }

  /** Refuses what is submitted from now on. */
  close(): void {
    this.#isClosed = true;
  }

  /** Fails everything that somebody waits for. */
  giveUp(): void {
    for (const { fail } of this.#waiting) fail(storeFailure(this.#health.reason, 'unsent'));
    this.#waiting = this.#waiting.filter(isAbort);
    this.#giveUpSent(this.#health.reason);
  }

  /** Fails what may have been appended. It must not be appended later: clients may send it again. */
  #giveUpSent(reason: string): void {
    const sent = this.#sent?.pending ?? [];
    for (const { fail } of sent) fail(storeFailure(reason, this.#stateOfSent));
    this.#waiting.unshift(...sent.filter(isAbort));
    this.#sent = undefined;
  }
}

import { machineMilliseconds, machineTime } from '../foundation/machine.js';
import type { Sessions } from '../session/sessions.js';
import type { Image } from '../state/state.js';
import type { Checkpoints } from './checkpoints.js';
import type { CrashGuard } from './crash-guard.js';
import type { Executor } from './executor.js';
import type { Outbox } from './outbox.js';
import { clocksIn, expectSameSettings, type ReplicaSettings } from './replica-settings.js';
import type { GoToStart } from './starting-point.js';
import type { StoreHealth } from './store-health.js';
import { type LoggedBatch, PAGE_LENGTH, RefusedBatch, type StoreLog, UnusableStore } from './store-log.js';

/** How often in a row the log is found again, before the store cannot be used. */
const LOSSES = 2;
/** The number of commands that are executed before the process does something else, which takes some milliseconds. */
const TURN_COMMANDS = 200;

interface FollowerParts {
  readonly log: StoreLog;
  readonly sessions: Sessions;
  readonly goToStart: GoToStart;
  readonly settings: () => ReplicaSettings;
  readonly id: string;
  readonly outbox: Outbox;
  readonly executor: Executor;
  readonly checkpoints: Checkpoints;
  readonly guard: CrashGuard;
  readonly health: StoreHealth;
  readonly report: (message: string) => void;
}

/** Reads the log and has its commands executed. Finds the log again if it is lost. */
export class Follower {
  readonly #parts: FollowerParts;
  /** The position of the last batch that was executed; undefined if the log has to be found first. */
  #position: string | undefined;
  /** The baseline of the default session before the first command. */
  #start: Image;
  /** By replica: the number of its last batch. */
  #applied = new Map<string, number>();
  #executed = 0;
  /** How often in a row the log had to be found again. */
  #losses = 0;
  /** Whether this replica has not been up to date since the log was found. */
  #isCatchingUp = true;
  /** When this replica had everything in the log, by the machine's clock in milliseconds. */
  #upToDateAt = machineMilliseconds();

  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.#start = parts.sessions.defaultSession.baseline;
  }

  /** The milliseconds since this replica had everything in the log. */
  get lag(): number {
    return machineMilliseconds() - this.#upToDateAt;
  }

  /** The number of commands that were executed since the log was begun. */
  get executed(): number {
    return this.#executed;
  }

  /**
   * Finds the log if necessary, appends what waits, and executes the next batches. Returns whether these were all.
   * @throws what the store throws; MockError `conflict` if it is that of other servers
   */
  async step(): Promise<boolean> {
    if (this.#position === undefined) await this.#load();
    const { log, report, outbox, checkpoints } = this.#parts;
    const batches = await log.exchange(this.#position as string, outbox.next()).catch((error) => {
      if (error instanceof RefusedBatch) outbox.noteRefusal();
      throw error;
    });
    if (batches === undefined) {
      this.#position = undefined;
      this.#losses++;
      if (this.#losses > LOSSES) {
        throw new UnusableStore('it has lost the beginning of the log; delete its keys to start again');
      }
      report('the store has lost or dropped what this server had read; the server follows the log from its start');
      await this.#load();
      return false;
    }
    this.#losses = 0;
    await this.#executeAll(batches);
    checkpoints.writeIfDue(this.#position as string, this.#start, { applied: this.#applied, executed: this.#executed });
    if (batches.length === PAGE_LENGTH || batches.at(-1)?.endsPage) return false;
    this.#upToDateAt = machineMilliseconds();
    this.#isCatchingUp = false;
    outbox.retry();
    return true;
  }

  /** Finds the log, or begins it, and goes to its start or its last checkpoint. */
  async #load(): Promise<void> {
    const { log, id, settings, checkpoints, outbox, guard } = this.#parts;
    let found = await log.find();
    while (found === undefined) {
      const began = Date.parse(machineTime());
      this.#restart(began);
      await log.begin(began, settings());
      found = await log.find();
    }
    this.#restart(found.began, clocksIn(found.settings));
    expectSameSettings(settings(), found.settings);
    this.#position = found.start;
    this.#isCatchingUp = true;
    guard.begin(found.refused);
    if (found.checkpoint === undefined) return;
    const { applied, executed } = checkpoints.resume(found.checkpoint, this.#start);
    this.#applied = new Map(applied);
    this.#executed = executed;
    this.#position = found.checkpoint.position;
    outbox.dropUpTo(this.#applied.get(id) ?? 0);
  }

  #restart(...start: Parameters<GoToStart>): void {
    const { executor, goToStart } = this.#parts;
    this.#start = executor.run(() => goToStart(...start));
    executor.releaseAll();
    this.#applied = new Map();
    this.#executed = 0;
  }

  async #executeAll(batches: readonly LoggedBatch[]): Promise<void> {
    let commands = 0;
    for (const batch of batches) {
      await this.#executeBatch(batch);
      commands += batch.commands.length;
      if (commands < TURN_COMMANDS) continue;
      commands = 0;
      // Probes and connections need the process too.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  async #executeBatch(batch: LoggedBatch): Promise<void> {
    const { sessions, outbox, executor, guard, health, checkpoints } = this.#parts;
    const { from, number, commands, bodies, position, at } = batch;
    this.#position = position;
    // A batch that was appended twice.
    if ((this.#applied.get(from) ?? 0) >= number) return;
    this.#applied.set(from, number);
    const own = outbox.find(batch);
    sessions.defaultSession.shared.machine.follow(at);
    const isCareful = this.#isCatchingUp && guard.concerns(batch);
    for (const [i, command] of commands.entries()) {
      const place = `${position}/${i}`;
      if (guard.refuses(place) || (isCareful && !(await this.#orFromStart(guard.ask(position, place))))) {
        executor.refuse(command, own?.[i]);
        continue;
      }
      await executor.execute(command, bodies, `${from}-${number}-${i}`, own?.[i]);
      if (isCareful) await this.#orFromStart(guard.survived(place));
    }
    const before = this.#executed;
    this.#executed += commands.length;
    if (own === undefined) return;
    outbox.complete();
    // A store that can only be read, because it is full, cannot be used.
    health.recover();
    checkpoints.count(before, this.#executed);
  }

  /** If the store fails when a part of a batch was executed, the log has to be followed again from its start. */
  async #orFromStart<Result>(asking: Promise<Result>): Promise<Result> {
    try {
      return await asking;
    } catch (error) {
      this.#position = undefined;
      throw error;
    }
  }
}

import { machineMilliseconds } from '../foundation/machine.js';
import { MockError } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { type Admission, type Admissions, isRefused } from '../http/admission.js';
import type { App, From, Layer } from '../http/call.js';
import { withCors } from '../http/cors.js';
import type { Behavior } from '../protocol/behavior.js';
import { toMockError } from '../protocol/http-status.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import { Session } from '../session/session.js';
import { startingAt } from '../session/session-image.js';
import type { SessionLimits } from '../session/session-limits.js';
import { Sessions } from '../session/sessions.js';
import { Arrivals } from './arrivals.js';
import { Checkpoints } from './checkpoints.js';
import type { SharedListener } from './command-from.js';
import { CrashGuard } from './crash-guard.js';
import { Executor } from './executor.js';
import { replyTo, storeFailure } from './failures.js';
import { Follower } from './follower.js';
import { Outbox, type PendingCommand } from './outbox.js';
import type { ReplicaSettings } from './replica-settings.js';
import { SecretHeaders } from './secret-headers.js';
import { startingPointOf } from './starting-point.js';
import { StoreHealth } from './store-health.js';
import { type StoreLog, UnusableStore } from './store-log.js';

/** The milliseconds after which a replica reads what others have appended, although it has nothing to append. */
const READ_INTERVAL = 100;
/** The milliseconds after which a replica that starts gives up if it cannot use the store. */
const START_DEADLINE = 30_000;
/** The milliseconds after which a replica that stops no longer waits for the store. */
const STOP_DEADLINE = 500;

export interface ReplicaParts {
  /** Puts the replica around the app of the mock. Returns the removal: the mock answers by itself again. */
  readonly use: (layer: Layer) => () => void;
  readonly admissions: Admissions;
  readonly sessions: Sessions;
  readonly limits: SessionLimits;
  readonly behavior: Behavior;
  readonly log: StoreLog;
  /** The id of this replica, different from those of all replicas before it. */
  readonly id: string;
  /** Describes what must be the same in all replicas, when the sessions are as they begin. */
  readonly settings: () => ReplicaSettings;
  /** The server, for requests that arrived at other replicas. */
  readonly listener: SharedListener;
  /** Receives what operators must know. */
  readonly report: (message: string) => void;
}

/**
 * One of several mocks that answer as one: each request is appended to a log as a command, and every replica executes the commands
 * in the order of the log. A replica answers a request when it has executed its command. The mock is deterministic, so that all
 * replicas have the same sessions after the same command.
 */
export class Replica {
  readonly sessions: Sessions;
  readonly #parts: ReplicaParts;
  /** For requests that belong to no session: their own default session is the only one. */
  readonly #ownSessions: Sessions;
  readonly #detach: () => void;
  readonly #leave: () => void;
  /** The mock without this replica. */
  #app: App = () => ({ status: 0 });
  readonly #health: StoreHealth;
  readonly #arrivals: Arrivals;
  readonly #outbox: Outbox;
  readonly #executor: Executor;
  readonly #checkpoints: Checkpoints;
  readonly #follower: Follower;
  readonly #closeLog: () => Promise<void>;
  /** Set while this replica stops. */
  #closing: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Ends the waiting of a replica that starts. */
  #signal = new AbortController().signal;
  #wake: () => void = () => {};
  #running: Promise<void> = Promise.resolve();

  constructor(parts: ReplicaParts) {
    const { sessions, id, report, listener } = parts;
    const { defaultSession } = sessions;
    this.sessions = sessions;
    this.#parts = parts;
    this.#closeLog = once(async () => parts.log.close());
    const goToStart = startingPointOf(sessions);
    const ownSession = new Session(defaultSession.shared, startingAt(defaultSession.nextBaseline));
    this.#ownSessions = new Sessions(ownSession, parts.limits);
    this.#health = new StoreHealth(report);
    this.#outbox = new Outbox(id, this.#health, () => this.#wake());
    const abort = (aborts: string) => void this.#outbox.add({ aborts });
    const resend = (pending: PendingCommand) => {
      if (pending.arrived !== undefined) this.#outbox.resend(pending, this.#arrivals.commandOf(pending.arrived));
    };
    const secrets = new SecretHeaders(parts.behavior, listener.control);
    this.#executor = new Executor({
      ...parts,
      app: (request, from) => this.#app(request, from),
      secrets,
      abort,
      resend,
    });
    this.#arrivals = new Arrivals(sessions, secrets);
    const reportUnlessStopped = (message: string) => {
      // A stop may cut off the checkpoint that is being saved.
      if (!this.#isStopped) report(message);
    };
    this.#checkpoints = new Checkpoints({ ...parts, report: reportUnlessStopped });
    this.#follower = new Follower({
      ...parts,
      goToStart,
      outbox: this.#outbox,
      executor: this.#executor,
      checkpoints: this.#checkpoints,
      guard: new CrashGuard({ ...parts, checkStop: () => this.#signal.throwIfAborted() }),
      health: this.#health,
    });
    const expect = this.#expectCommand;
    const canEndIdle = () => this.#canChange;
    this.#detach = sessions.attach({ save: expect, beforeSteering: expect, canEndIdle }, defaultSession);
    const layer: Layer = (app) => {
      this.#app = app;
      return (request, from) => this.#answer(request, from);
    };
    this.#leave = parts.use(layer);
  }

  /**
   * Follows the log until it is up to date, and from then on. Waits for a store that cannot be used yet, for example because it is
   * still loading its file.
   * @throws Error if the store cannot be used; MockError `conflict` if it is that of other servers; the reason of the signal
   */
  async start(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    const end = () => {
      this.#wake();
      this.#closeLogLater();
    };
    signal.addEventListener('abort', end);
    let isUpToDate = false;
    // Not since the first failure: an attempt may fail only after seconds.
    let usedAt = machineMilliseconds();
    while (!isUpToDate) {
      signal.throwIfAborted();
      try {
        isUpToDate = await this.#follower.step();
        usedAt = machineMilliseconds();
      } catch (error) {
        signal.throwIfAborted();
        const isLasting = error instanceof MockError || error instanceof UnusableStore;
        if (isLasting || machineMilliseconds() - usedAt > START_DEADLINE) throw error;
        await this.#retryLater(error as Error, `this server waits for it up to ${START_DEADLINE / 1000} seconds`);
      }
    }
    signal.removeEventListener('abort', end);
    this.#running = this.#run();
  }

  /** The milliseconds since this replica had everything in the log. */
  get lag(): number {
    return this.#follower.lag;
  }

  /** The number of commands since the log was begun. */
  get executed(): number {
    return this.#follower.executed;
  }

  /** Why the store cannot be used now; undefined if it can. */
  get failure(): string | undefined {
    return this.#health.failure;
  }

  /** Ends the requests that wait, and no longer follows the log. A store that does not answer does not delay this for long. */
  async stop(): Promise<void> {
    this.release();
    this.#closeLogLater();
    while (this.failure === undefined && !this.#isStopped && !this.#outbox.isEmpty) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#isStopped = true;
    this.#outbox.close();
    this.#wake();
    await this.#running;
    this.#outbox.giveUp();
    this.#detach();
    this.sessions.defaultSession.shared.machine.release();
    this.#leave();
    await this.#checkpoints.settled();
    clearTimeout(this.#closing);
    await this.#closeLog();
  }

  /** Ends what still waits for the store after a while. */
  #closeLogLater(): void {
    this.#closing ??= setTimeout(() => {
      this.#isStopped = true;
      // `stop` reports what goes wrong.
      this.#closeLog().catch(() => {});
    }, STOP_DEADLINE);
  }

  /** Ends the waiting of the answers of this replica that are held back. */
  release(): void {
    const own = `${this.#parts.id}-`;
    for (const key of this.#executor.held) if (key.startsWith(own)) this.#outbox.add({ aborts: key });
  }

  get #canChange(): boolean {
    return this.#executor.isExecuting || this.#isStopped;
  }

  /** @throws MockError `conflict` for a change by a call in the process, which other replicas would not see */
  readonly #expectCommand = (): void => {
    if (this.#canChange) return;
    throw new MockError(
      'conflict',
      'This mock is one of several replicas, which share their changes as requests: change it by requests, such as those to the control API, instead of calls in the process',
    );
  };

  /** Starts the session of a visitor in all replicas, if it does not exist. The answer is a failure if it could not. */
  begin(id: string, client: string | undefined): Promise<Reply> {
    return this.#outbox.submit({ begins: id, client }).catch(replyTo);
  }

  /** Ends a session in all replicas. The answer is a failure if the store cannot be used. */
  end(id: string): Promise<Reply> {
    return this.#outbox.submit({ ends: id }).catch(replyTo);
  }

  async #answer(request: RequestData, from: From): Promise<Reply> {
    const { listener, sender } = from;
    const { admissions } = this.#parts;
    const own = { ...from, defaultSession: this.#ownSessions.defaultSession };
    // The mock then answers by itself.
    if (this.#isStopped) return this.#running.then(() => this.#app(request, from));
    const admission = await admissions.admit(request, listener, sender);
    // It belongs to no session: each replica answers for itself.
    if (admission.route?.isOpen) return this.#app(request, own);
    // Whatever a single server refuses without reading it concerns nobody else.
    if (isRefused(admission, request.headers, listener)) {
      return this.#app(request, { ...own, sessions: this.#ownSessions });
    }
    try {
      return await this.#submit(request, from, admission);
    } catch (error) {
      const isControl = admission.service?.kind === 'control';
      return withCors(request, from, this.#parts.behavior, isControl, () => replyTo(toMockError(error)));
    }
  }

  /** Lets all replicas execute a request. @throws MockError if they do not */
  async #submit(request: RequestData, from: From, admission: Admission): Promise<Reply> {
    if (this.#health.hasFailedLong) throw storeFailure(this.#health.reason, 'unsent');
    const arrived = await this.#arrivals.receive(request, from, admission);
    await this.#arrivals.check(arrived);
    return this.#outbox.submit(this.#arrivals.commandOf(arrived), arrived);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const isUpToDate = await this.#follower.step();
        if (isUpToDate && this.#outbox.isEmpty) await this.#pause(READ_INTERVAL);
      } catch (error) {
        if (this.#isStopped) return;
        await this.#retryLater(error as Error, 'requests get 503 until it can be used again');
      }
    }
  }

  async #retryLater(error: Error, consequence: string): Promise<void> {
    const retryAfter = this.#health.fail(error, consequence);
    if (this.#health.hasFailedLong) this.#outbox.giveUp();
    await this.#pause(retryAfter);
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

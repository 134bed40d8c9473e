import { machineMilliseconds, machineTime } from '../foundation/machine.js';
import { MockError } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import type { App, From, Layer } from '../http/call.js';
import { bodyOf as arriving } from '../http/read-json.js';
import { wait } from '../http/wait.js';
import type { Waiting } from '../http/waiting.js';
import type { Listener, Outcome } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import { isRead } from '../protocol/route-address.js';
import { Session } from '../session/session.js';
import { CONTROL_PREFIX, SESSION_HEADER } from '../session/session-address.js';
import { startingAt } from '../session/session-image.js';
import type { SessionStore, SessionsCapture } from '../session/session-store.js';
import type { Image } from '../state/state.js';
import { read, write } from './checkpoint.js';
import { bodyOf, type Command, type RequestCommand, readBody, requestOf } from './command.js';
import { storeFailure } from './store-failure.js';
import {
  type Batch,
  type Checkpoint,
  type FoundLog,
  PAGE_LENGTH,
  type Settings,
  type StoredBatch,
  type StoreLog,
  UnusableStore,
} from './store-log.js';

/** The milliseconds after which a replica reads what others have appended, although it has nothing to append. */
const READ_INTERVAL = 100;
/** The milliseconds after which a request is given up if the store does not take it. */
const DEADLINE = 5000;
/** The milliseconds after which a replica that starts gives up if it cannot use the store. */
const START_DEADLINE = 30_000;
/** The milliseconds before the first further attempt to reach the store. They double with each, up to the maximum. */
const FIRST_RETRY = 5;
const LONGEST_RETRY = 500;
/** The maximum number of commands in a batch, and of their characters, beyond which no more are added. */
const BATCH_COMMANDS = 200;
const BATCH_CHARACTERS = 1024 * 1024;

/** The number of commands that are executed before the process does something else, which takes some milliseconds. */
const TURN_COMMANDS = 200;

/** The default of `checkpointEvery`: a replica that is started executes at most about so many commands. */
const CHECKPOINT_COMMANDS = 10_000;

/** Requests that belong to no session are answered by each replica for itself. */
const LOCAL_PATH = /\/__mock\/(live|ready)\/?(\?|$)/;

/** A command of this replica that was not applied yet. */
interface OwnCommand {
  readonly command: Command;
  /** Where the request came from. */
  readonly from: From;
  readonly request: Request | undefined;
  /** When it arrived, in milliseconds. */
  readonly since: number;
  readonly answer: (response: Reply | Promise<Reply>) => void;
  /** Whether it was answered although it may have been appended. */
  isGivenUp: boolean;
}

const NOBODY = () => {};

/** What a checkpoint contains. */
interface Progress {
  /** The time of the store, in milliseconds since 1970. */
  readonly at: number;
  readonly sessions: SessionsCapture;
  /** By replica: the number of its last batch that was applied. */
  readonly applied: Map<string, number>;
  /** The number of commands that were executed. */
  readonly executed: number;
}

interface OwnBatch {
  readonly batch: Batch;
  readonly waiting: readonly OwnCommand[];
}

export interface ReplicaParts {
  /** Puts the replica around the app of the mock. Returns the removal: the mock answers by itself again. */
  readonly use: (layer: Layer, expectCommand: () => void) => () => void;
  readonly sessions: SessionStore;
  readonly log: StoreLog;
  /** The id of this replica, different from those of all replicas before it. */
  readonly id: string;
  /** Describes what must be the same in all replicas, when the sessions are as they begin. */
  readonly settings: () => Settings;
  /** The server, for requests that arrived at other replicas. */
  readonly listener: Pick<Listener, 'control' | 'publicUrl'> & { readonly hasVisitors: boolean };
  /** Receives what operators must know. */
  readonly report: (message: string) => void;
}

/**
 * One of several mocks that answer as one: each request is appended to a log as a command, and every replica executes the commands
 * in the order of the log. A replica answers a request when it has executed its command. The mock is deterministic, so that all
 * replicas have the same sessions after the same command.
 */
export class Replica {
  readonly sessions: SessionStore;
  readonly #parts: ReplicaParts;
  /** The sessions before the first command. */
  readonly #initial: SessionsCapture;
  /** A session for requests that belong to none. */
  readonly #ownSession: Session;
  readonly #stopKeeping: () => void;
  readonly #leave: () => void;
  /** The mock without this replica. */
  #app: App = () => ({ status: 0 });
  /** The position of the last batch that was applied; undefined if the log has to be found first. */
  #position: string | undefined;
  /** The baseline of the default session before the first command. */
  #start: Image;
  /** By replica: the number of its last batch. */
  #applied = new Map<string, number>();
  #lastNumber = 0;
  /** The number of commands that were executed since the log was begun. */
  #executed = 0;
  /** Whether nothing was read since the log was found. */
  #isFresh = false;
  /** Whether this replica is to keep a checkpoint. */
  #isCheckpointDue = false;
  /** Set while a checkpoint is being written. */
  #keeping: Promise<void> | undefined;
  #waiting: OwnCommand[] = [];
  /** The batch that is being appended, and whether it is certain that the log does not have it. */
  #own: OwnBatch | undefined;
  #mustSend = false;
  /** The requests whose answers are held back, by their keys. */
  readonly #held = new Map<string, AbortController>();
  #isExecuting = false;
  #isStopped = false;
  /** When this replica had everything in the log, by the machine's clock in milliseconds. */
  #upToDateAt = machineMilliseconds();
  /** Since when the store has failed, and why. */
  #failure: { readonly since: number; readonly error: Error } | undefined;
  #retryAfter = FIRST_RETRY;
  #wake: () => void = () => {};
  #running: Promise<void> = Promise.resolve();

  constructor(parts: ReplicaParts) {
    const { sessions } = parts;
    const { defaultSession } = sessions;
    this.sessions = sessions;
    this.#parts = parts;
    this.#initial = sessions.capture();
    this.#start = defaultSession.baseline;
    this.#ownSession = new Session(defaultSession.shared, startingAt(defaultSession.baseline));
    this.#stopKeeping = sessions.attach(this.expectCommand, defaultSession);
    const layer: Layer = (app) => {
      this.#app = app;
      return (request, from) => this.#answer(request, from);
    };
    this.#leave = parts.use(layer, this.expectCommand);
  }

  /**
   * Follows the log until it is up to date, and from then on. Waits for a store that cannot be used yet, for example because it is
   * still loading its file.
   * @throws Error if the store cannot be used; MockError `conflict` if it is that of other servers; the reason of the signal
   */
  async start(signal: AbortSignal): Promise<void> {
    const wake = () => this.#wake();
    signal.addEventListener('abort', wake);
    let isUpToDate = false;
    while (!isUpToDate) {
      signal.throwIfAborted();
      try {
        isUpToDate = await this.#follow();
      } catch (error) {
        const isLasting = error instanceof MockError || error instanceof UnusableStore;
        if (isLasting || this.#failingFor > START_DEADLINE) throw error;
        await this.#retryLater(error as Error, `this server waits for it up to ${START_DEADLINE / 1000} seconds`);
      }
    }
    signal.removeEventListener('abort', wake);
    this.#running = this.#run();
  }

  /** The milliseconds since this replica had everything in the log. */
  get lag(): number {
    return machineMilliseconds() - this.#upToDateAt;
  }

  /** The number of commands since the log was begun. */
  get executed(): number {
    return this.#executed;
  }

  /** Why the store cannot be used now; undefined if it can. */
  get failure(): string | undefined {
    return this.#failure?.error.message;
  }

  /** Ends the requests that wait, and no longer follows the log. */
  async stop(): Promise<void> {
    this.release();
    while (this.#failure === undefined && (this.#own !== undefined || this.#waiting.length > 0)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    this.#isStopped = true;
    this.#wake();
    await this.#running;
    await this.#keeping;
    this.#stopKeeping();
    this.sessions.defaultSession.shared.machine.release();
    this.#leave();
    await this.#parts.log.close();
  }

  /** Ends the waiting of the answers of this replica that are held back. */
  release(): void {
    const own = `${this.#parts.id}-`;
    for (const key of this.#held.keys()) if (key.startsWith(own)) this.#add({ aborts: key });
  }

  /** @throws MockError `conflict` for a change by a call in the process, which other replicas would not see */
  readonly expectCommand = (): void => {
    if (this.#isExecuting || this.#isStopped) return;
    throw new MockError(
      'conflict',
      'This mock is one of several replicas, which share their changes as requests: change it by requests, such as those to the control API, instead of calls in the process',
    );
  };

  /** Ends a session in all replicas. The answer is a failure if the store cannot be used. */
  end(id: string): Promise<Reply> {
    return this.#submit({ ends: id });
  }

  async #answer(request: Request, from: From): Promise<Reply> {
    if (LOCAL_PATH.test(request.url)) return this.#app(request, { ...from, defaultSession: this.#ownSession });
    return this.#hasFailedLong
      ? storeFailure(this.#reason, 'unsent')
      : this.#submit(await this.#commandOf(request, from), { from, request });
  }

  /** Appends a command. Resolves with its answer when it was executed here, or after a while with a failure. */
  #submit(command: Command, origin: Partial<OwnCommand> = {}): Promise<Reply> {
    return new Promise((resolve) => {
      const answer = (response: Reply | Promise<Reply>) => {
        clearTimeout(timer);
        resolve(response);
      };
      const waiting = this.#add(command, { ...origin, answer });
      const timer = setTimeout(() => {
        const isUnsent = this.#waiting.includes(waiting);
        if (isUnsent) this.#waiting = this.#waiting.filter((one) => one !== waiting);
        else waiting.isGivenUp = true;
        answer(storeFailure(this.#reason, isUnsent ? 'unsent' : 'sent'));
      }, DEADLINE);
    });
  }

  async #commandOf(request: Request, { listener, sender, defaultSession, body }: From): Promise<RequestCommand> {
    const { method, url } = request;
    const isMain = defaultSession === this.sessions.defaultSession;
    const client = sender && listener?.addressOf?.(sender);
    const visitor = sender && isVisit(request) ? listener?.visitorOf?.(sender) : undefined;
    const headers = (sender?.headers ?? Object.fromEntries(request.headers)) as RequestCommand['headers'];
    const main = isMain ? undefined : (defaultSession.id as string);
    const command = { method, url, headers, host: listener?.host, client, visitor, main };
    return isRead(method) ? command : { ...command, ...(await readBody(request, body ?? arriving(request, sender))) };
  }

  #add(command: Command, { from, request, answer = NOBODY }: Partial<OwnCommand> = {}): OwnCommand {
    const { sessions } = this;
    const parts = { sessions, defaultSession: sessions.defaultSession, listener: undefined, sender: undefined };
    const since = machineMilliseconds();
    const waiting = { command, from: from ?? parts, request, since, answer, isGivenUp: false };
    this.#waiting.push(waiting);
    this.#wake();
    return waiting;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const isUpToDate = await this.#follow();
        if (isUpToDate && this.#own === undefined && this.#waiting.length === 0) await this.#pause(READ_INTERVAL);
      } catch (error) {
        await this.#retryLater(error as Error, 'requests get 503 until it can be used again');
      }
    }
  }

  /** Finds the log if necessary, and takes a step. Returns whether this replica is up to date. @throws what the store throws */
  async #follow(): Promise<boolean> {
    if (this.#position === undefined) await this.#load();
    return this.#step();
  }

  async #retryLater(error: Error, consequence: string): Promise<void> {
    this.#fail(error, consequence);
    await this.#pause(this.#retryAfter);
    this.#retryAfter = Math.min(this.#retryAfter * 2, LONGEST_RETRY);
  }

  /** Finds the log, or begins it, and goes back to its start. @throws MockError `conflict` if it is that of other servers */
  async #load(): Promise<void> {
    const { log } = this.#parts;
    let found = await log.find();
    while (found === undefined) {
      const began = Date.parse(machineTime());
      this.#install(began);
      await log.begin(began, this.#parts.settings());
      found = await log.find();
    }
    this.#install(found.began);
    this.#expectSameSettings(found);
    this.#applied = new Map();
    this.#executed = 0;
    this.#position = found.start;
    this.#isFresh = true;
    this.#start = this.sessions.defaultSession.baseline;
    if (found.checkpoint !== undefined) this.#resume(found.checkpoint);
  }

  #resume({ position, pieces }: Checkpoint): void {
    const { sessions } = this;
    const { machine, registry } = sessions.defaultSession.shared;
    const progress = read(pieces, this.#start, registry) as Progress;
    machine.follow(progress.at);
    sessions.install(progress.sessions);
    this.#applied = progress.applied;
    this.#executed = progress.executed;
    this.#position = position;
    this.#dropOwnIfApplied();
  }

  /** If the batch of this replica was applied before a checkpoint that it resumes from, the answers are lost. */
  #dropOwnIfApplied(): void {
    const { id } = this.#parts;
    if (this.#own === undefined || (this.#applied.get(id) ?? 0) < this.#own.batch.number) return;
    for (const { answer } of this.#own.waiting) answer(storeFailure('this server fell behind', 'sent'));
    this.#own = undefined;
  }

  /** Keeps the present moment, so that replicas that start later need not execute everything. Writes it while requests are answered. */
  #keepCheckpoint(): void {
    const { sessions } = this;
    // The answers that are held back wait in the replicas. Later, when they are sent.
    if (!this.#isCheckpointDue || sessions.isHolding || this.#keeping !== undefined) return;
    this.#isCheckpointDue = false;
    const { id, log, report } = this.#parts;
    const { machine, registry } = sessions.defaultSession.shared;
    const progress: Progress = {
      at: machine.now,
      sessions: sessions.capture(),
      applied: new Map(this.#applied),
      executed: this.#executed,
    };
    const pieces = write(progress, this.#start, registry, `${id} ${this.#executed}`);
    this.#keeping = log
      .keep({ position: this.#position as string, pieces })
      .catch((error) =>
        report(`the store has not kept a checkpoint: ${error.message}; there will be another one later`),
      )
      .finally(() => {
        this.#keeping = undefined;
      });
  }

  /** Goes back to the sessions before the first command. */
  #install(began: number): void {
    const { sessions } = this;
    const { defaultSession } = sessions;
    const { main } = this.#initial;
    const { image, log } = main;
    defaultSession.shared.machine.follow(began);
    this.#isExecuting = true;
    sessions.install(this.#initial);
    if (image.state === image.baseline && log.segments.every(({ entries }) => entries.length === 0)) {
      // The clock may start at the machine's time.
      const { baseline } = defaultSession;
      const start = { ...image, baseline, state: baseline };
      defaultSession.install({ image: start, log: { ...log, oldest: baseline } });
      defaultSession.log.restartTrace();
    }
    this.#isExecuting = false;
    for (const controller of this.#held.values()) controller.abort();
    this.#held.clear();
  }

  #expectSameSettings({ settings }: FoundLog): void {
    const own = this.#parts.settings();
    const names = [...new Set([...Object.keys(own), ...Object.keys(settings)])];
    const different = names.filter((name) => own[name] !== settings[name]);
    if (different.length === 0) return;
    const list = different.map((name) => `${name} (${settings[name] ?? 'none'} there, ${own[name] ?? 'none'} here)`);
    throw new MockError(
      'conflict',
      `The store has the sessions of servers that were started differently: ${list.join(', ')}; start this server as those, or use another prefix or database for it`,
    );
  }

  /**
   * Appends what waits, and applies the next batches. Returns whether these were all.
   * @throws what the store throws
   */
  async #step(): Promise<boolean> {
    const { log, report } = this.#parts;
    this.#own ??= this.#nextBatch();
    const sent = this.#mustSend ? this.#own?.batch : undefined;
    this.#mustSend = false;
    const batches = await log.exchange(this.#position as string, sent);
    if (batches === undefined) {
      this.#position = undefined;
      if (this.#isFresh) throw new UnusableStore('it has lost the beginning of the log; delete its keys to begin anew');
      report('the store has lost or dropped what this server had read; the server follows the log anew');
      await this.#load();
      return false;
    }
    this.#isFresh = false;
    let commands = 0;
    for (const batch of batches) {
      await this.#apply(batch);
      commands += batch.commands.length;
      if (commands < TURN_COMMANDS) continue;
      commands = 0;
      // Probes and connections need the process too.
      await new Promise((resolve) => setTimeout(resolve));
    }
    this.#keepCheckpoint();
    if (batches.length === PAGE_LENGTH) return false;
    this.#upToDateAt = machineMilliseconds();
    // It was not appended, because the connection broke or the log was begun anew.
    if (this.#own?.waiting.some(({ isGivenUp }) => isGivenUp)) this.#giveUpOwn();
    this.#mustSend = this.#own !== undefined;
    return true;
  }

  /** After a failure, a batch without commands shows whether the store can be used again: what waits can still be given up. */
  #nextBatch(): OwnBatch | undefined {
    if (this.#waiting.length === 0 && this.#failure === undefined) return undefined;
    let characters = 0;
    let count = 0;
    for (const { command } of this.#waiting) {
      characters += 'url' in command ? (command.body?.length ?? 0) + (command.bytes?.length ?? 0) : 0;
      if (count > 0 && (count === BATCH_COMMANDS || characters > BATCH_CHARACTERS)) break;
      count++;
    }
    const waiting = this.#waiting.splice(0, count);
    this.#lastNumber++;
    this.#mustSend = true;
    const { id: from } = this.#parts;
    const commands = waiting.map(({ command }) => command);
    return { batch: { from, number: this.#lastNumber, commands }, waiting };
  }

  async #apply({ from, number, commands, position, at }: StoredBatch): Promise<void> {
    this.#position = position;
    const own = this.#own?.batch.number === number && from === this.#parts.id ? this.#own : undefined;
    // A batch that was appended twice.
    if ((this.#applied.get(from) ?? 0) >= number) return;
    this.#applied.set(from, number);
    this.sessions.defaultSession.shared.machine.follow(at);
    for (const [i, command] of commands.entries()) {
      await this.#execute(command, `${from}-${number}-${i}`, own?.waiting[i]);
    }
    const { checkpointEvery = CHECKPOINT_COMMANDS } = this.#parts.log;
    const before = Math.floor(this.#executed / checkpointEvery);
    this.#executed += commands.length;
    if (own === undefined) return;
    this.#own = undefined;
    // A store that can only be read, because it is full, cannot be used.
    this.#recover();
    if (Math.floor(this.#executed / checkpointEvery) > before) this.#isCheckpointDue = true;
  }

  async #execute(command: Command, key: string, own: OwnCommand | undefined): Promise<void> {
    this.#isExecuting = true;
    try {
      if ('aborts' in command) this.#held.get(command.aborts)?.abort();
      else if ('ends' in command) this.sessions.endAll(command.ends);
      else await this.#handle(command, key, own);
    } finally {
      this.#isExecuting = false;
    }
    if (!('url' in command)) own?.answer({ status: 200 });
  }

  /** Handles a request. Resolves when everything that it changes has changed. */
  async #handle(command: RequestCommand, key: string, own: OwnCommand | undefined): Promise<void> {
    const controller = once(() => new AbortController());
    let delay = 0;
    let isSettled = false;
    let onHandled = () => {};
    const handled = new Promise<void>((resolve) => {
      onHandled = resolve;
    });
    const waiting: Waiting = {
      handled: onHandled,
      // Only the replica that the request came to waits.
      delay: (milliseconds) => {
        delay = milliseconds;
        return undefined;
      },
      signal: () => controller().signal,
    };
    const response = this.#app(requestOf(command, own?.request), this.#fromOf(command, own, waiting));
    if (!(response instanceof Promise)) {
      own?.answer(afterDelay(response, delay, own.request));
      return;
    }
    const end = () => {
      isSettled = true;
      this.#held.delete(key);
      onHandled();
    };
    response.then(end, end);
    await handled;
    if (!isSettled) this.#hold(key, controller(), own?.request?.signal);
    own?.answer(response.then((due) => afterDelay(due, delay, own.request)));
  }

  /** The answer waits, for example because a fault rule holds it back. If its client leaves, all replicas must know. */
  #hold(key: string, controller: AbortController, signal: AbortSignal | undefined): void {
    this.#held.set(key, controller);
    const abort = () => {
      if (this.#held.has(key)) this.#add({ aborts: key });
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  }

  #fromOf(command: RequestCommand, own: OwnCommand | undefined, waiting: Waiting): From {
    const { sessions } = this;
    const { host, main, headers } = command;
    return {
      sessions,
      defaultSession: (main === undefined ? undefined : sessions.find(main)) ?? sessions.defaultSession,
      listener: host === undefined ? undefined : this.#listenerOf(host, command, own),
      sender: host === undefined ? undefined : { headers },
      body: bodyOf(command),
      waiting,
    };
  }

  #listenerOf(host: string, { client, visitor }: RequestCommand, own: OwnCommand | undefined): Listener {
    const { control, publicUrl, hasVisitors } = this.#parts.listener;
    const onOutcome = own?.from.listener?.onOutcome;
    const sender = own?.from.sender;
    return {
      host,
      control,
      publicUrl,
      addressOf: () => client,
      visitorOf: hasVisitors ? () => visitor ?? '' : undefined,
      onOutcome: own && sender && onOutcome && ((outcome) => onOutcome(timed(outcome, own.since), sender)),
    };
  }

  #recover(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#retryAfter = FIRST_RETRY;
    this.#parts.report('the store can be used again');
  }

  #fail(error: Error, consequence: string): void {
    if (this.#failure?.error.message !== error.message) {
      this.#parts.report(`the store cannot be used: ${error.message}; ${consequence}`);
    }
    this.#failure = { since: this.#failure?.since ?? machineMilliseconds(), error };
    if (!this.#hasFailedLong) return;
    for (const { answer } of this.#waiting) answer(storeFailure(this.#reason, 'unsent'));
    this.#waiting = this.#waiting.filter(({ command }) => !('url' in command));
    this.#giveUpOwn();
  }

  /** Answers the requests that may have been appended. They must not be appended later: clients may send them again. */
  #giveUpOwn(): void {
    const sent = this.#own?.waiting ?? [];
    for (const { answer } of sent) answer(storeFailure(this.#reason, 'sent'));
    this.#waiting.unshift(...sent.filter(({ command }) => !('url' in command)));
    this.#own = undefined;
  }

  get #hasFailedLong(): boolean {
    return this.#failingFor > DEADLINE;
  }

  /** The milliseconds since the store began to fail; 0 while it can be used. */
  get #failingFor(): number {
    return this.#failure === undefined ? 0 : machineMilliseconds() - this.#failure.since;
  }

  get #reason(): string {
    return this.#failure?.error.message ?? 'it does not answer';
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

/** Whether a request may be that of a visitor: it is no control call, and names no session. */
function isVisit({ url, headers }: Request): boolean {
  const [path = ''] = url.split('?');
  return !path.includes(CONTROL_PREFIX) && !headers.has(SESSION_HEADER);
}

/** The outcome with the time that passed here, not in the log. */
function timed({ api, method, status, id, reason, faults }: Outcome, since: number): Outcome {
  return { api, method, status, milliseconds: machineMilliseconds() - since, id, reason, faults };
}

async function waited(response: Reply, delay: number, signal: AbortSignal): Promise<Reply> {
  await wait(delay, signal);
  return response;
}

/** An answer, after its delay. */
function afterDelay(response: Reply, delay: number, request: Request | undefined): Reply | Promise<Reply> {
  return delay > 0 && request !== undefined ? waited(response, delay, request.signal) : response;
}

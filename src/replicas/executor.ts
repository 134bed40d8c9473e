import { once } from '../foundation/once.js';
import { again } from '../http/arrived-body.js';
import type { App } from '../http/call.js';
import { wait } from '../http/wait.js';
import { inTime, type Waiting } from '../http/waiting.js';
import { toMockError } from '../protocol/http-status.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import type { ArrivedRequest } from './arrivals.js';
import { type Command, type RequestCommand, requestOf } from './command.js';
import { describe, type FromParts, fromOf, lacksHeaders } from './command-from.js';
import { refusedCommand, replyTo } from './failures.js';
import type { PendingCommand } from './outbox.js';
import type { SecretHeaders } from './secret-headers.js';
import type { CommandBatch } from './store-log.js';

interface ExecutorParts extends FromParts {
  readonly app: App;
  readonly secrets: SecretHeaders;
  /** Receives what operators must know. */
  readonly report: (message: string) => void;
  /** Sends a command of this replica again, with the headers that fault rules compare now. */
  readonly resend: (pending: PendingCommand) => void;
  /** Tells all replicas that the client of a request has left, whose answer is held back. */
  readonly abort: (key: string) => void;
}

/** Executes commands in the mock, and answers those of this replica. */
export class Executor {
  readonly #parts: ExecutorParts;
  /** The requests whose answers are held back, by their keys. */
  readonly #held = new Map<string, AbortController>();
  #isExecuting = false;

  constructor(parts: ExecutorParts) {
    this.#parts = parts;
  }

  /** Whether what changes now is changed by a command, so that it changes in all replicas. */
  get isExecuting(): boolean {
    return this.#isExecuting;
  }

  /** The keys of the requests whose answers are held back. */
  get held(): Iterable<string> {
    return this.#held.keys();
  }

  /** Does something that all replicas do alike, as if a command did it. */
  run<Result>(act: () => Result): Result {
    const wasExecuting = this.#isExecuting;
    this.#isExecuting = true;
    try {
      return act();
    } finally {
      this.#isExecuting = wasExecuting;
    }
  }

  /** Ends the waiting of all answers. */
  releaseAll(): void {
    for (const controller of this.#held.values()) controller.abort();
    this.#held.clear();
  }

  /**
   * Executes a command, whose key is different from those of all others. `own` is the command as this replica has sent it. Resolves
   * when everything that it changes has changed.
   */
  async execute(
    command: Command,
    bodies: CommandBatch['bodies'],
    key: string,
    own: PendingCommand | undefined,
  ): Promise<void> {
    this.#isExecuting = true;
    let reply: Reply = { status: 200 };
    try {
      if ('aborts' in command) this.#held.get(command.aborts)?.abort();
      else if ('begins' in command) reply = this.#begin(command.begins, command.client);
      else if ('ends' in command) this.#parts.sessions.endAll(command.ends);
      else await this.#handle(command, bodies, key, own);
    } finally {
      this.#isExecuting = false;
    }
    if (!('url' in command)) own?.answer(reply);
  }

  /** Does not execute a command that servers have not survived. */
  refuse(command: Command, own: PendingCommand | undefined): void {
    const what = 'url' in command ? describe(command, this.#parts) : 'The start or end of a session';
    this.#parts.report(`${what} is refused by all servers: servers have ended while they executed it`);
    own?.fail(refusedCommand(what));
  }

  #begin(id: string, client: string | undefined): Reply {
    try {
      this.#parts.sessions.visit(id, client);
      return { status: 200 };
    } catch (error) {
      return replyTo(toMockError(error));
    }
  }

  async #handle(
    command: RequestCommand,
    bodies: CommandBatch['bodies'],
    key: string,
    own: PendingCommand | undefined,
  ): Promise<void> {
    const from = fromOf(command, this.#parts, own);
    const { app, secrets, resend } = this.#parts;
    const request = requestOf(command, secrets.show(command), own?.arrived?.request);
    if (lacksHeaders(command, request, from, this.#parts)) {
      if (own !== undefined) resend(own);
      return;
    }
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
      promised: (result, handler) => this.#aside(inTime(result, handler)),
    };
    const { body: place, failed } = command;
    const body = again({ bytes: place === undefined ? undefined : bodies[place], failed });
    const response = app(request, { ...from, body, waiting });
    if (!(response instanceof Promise)) {
      own?.answer(afterDelay(response, delay, own.arrived?.request));
      return;
    }
    const end = () => {
      isSettled = true;
      this.#held.delete(key);
      onHandled();
    };
    response.then(end, end);
    await handled;
    if (!isSettled) this.#hold(key, controller(), own?.arrived);
    own?.answer(response.then((due) => afterDelay(due, delay, own.arrived?.request)));
  }

  /** Waits for a handler that changes nothing: what changes meanwhile is changed by a call in the process. */
  async #aside<Result>(promised: Promise<Result>): Promise<Result> {
    this.#isExecuting = false;
    try {
      return await promised;
    } finally {
      this.#isExecuting = true;
    }
  }

  /** The answer waits, for example because a fault rule holds it back. If its client leaves, or its server stops, all replicas must know. */
  #hold(key: string, controller: AbortController, arrived: ArrivedRequest | undefined): void {
    const signal = arrived?.request.signal;
    this.#held.set(key, controller);
    const abort = () => {
      if (this.#held.has(key)) this.#parts.abort(key);
    };
    if (signal?.aborted || arrived?.from.listener?.isStopping?.()) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  }
}

function afterDelay(response: Reply, delay: number, request: RequestData | undefined): Reply | Promise<Reply> {
  return delay > 0 && request !== undefined ? wait(delay, request.signal).then(() => response) : response;
}

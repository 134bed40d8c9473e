import { getQueryParam } from 'hono/utils/url';
import { formatValue } from '../foundation/format-value.js';
import { machineMilliseconds } from '../foundation/machine.js';
import { once } from '../foundation/once.js';
import type { Admissions } from '../http/admission.js';
import type { Turn } from '../http/exchange.js';
import type { App } from '../http/router.js';
import { wait } from '../http/wait.js';
import type { Listener, Outcome } from '../protocol/listener.js';
import { SESSIONS_QUERY } from '../session/session-address.js';
import type { SessionStore } from '../session/session-store.js';
import { bodyOf, type Command, type RequestCommand, requestOf } from './command.js';
import type { PendingCommand } from './outbox.js';
import type { SecretHeaders } from './secret-headers.js';
import { refusedCommand } from './store-failure.js';
import type { CommandBatch } from './store-log.js';

type From = Parameters<App>[1];

/** What is the same for the requests of all replicas. */
export type SharedListener = Pick<Listener, 'control' | 'publicUrl'> & { readonly hasVisitors: boolean };

interface ExecutorParts {
  readonly app: App;
  readonly sessions: SessionStore;
  readonly listener: SharedListener;
  readonly admissions: Admissions;
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
    try {
      if ('aborts' in command) this.#held.get(command.aborts)?.abort();
      else if ('ends' in command) this.#parts.sessions.endAll(command.ends);
      else await this.#handle(command, bodies, key, own);
    } finally {
      this.#isExecuting = false;
    }
    if (!('url' in command)) own?.answer(new Response());
  }

  /** Does not execute a command that servers have not survived. */
  refuse(command: Command, own: PendingCommand | undefined): void {
    const what = 'url' in command ? this.#describe(command) : 'The end of a session';
    this.#parts.report(`${what} is refused by all servers: servers have ended while they executed it`);
    own?.answer(refusedCommand(what));
  }

  #describe(command: RequestCommand): string {
    const { method, url, visitor } = command;
    const { listener, sender } = this.#fromOf(command, undefined);
    const request = requestOf(command, new Headers(), undefined);
    const { path, sessionName = visitor } = this.#parts.admissions.targetOf(request, listener, sender);
    const several = getQueryParam(url, SESSIONS_QUERY);
    const session = sessionName === undefined ? 'the default session' : `the session ${formatValue(sessionName)}`;
    const where = several === undefined ? session : `the sessions ${formatValue(several)}`;
    return `The request ${method} ${path} in ${where}`;
  }

  async #handle(
    command: RequestCommand,
    bodies: CommandBatch['bodies'],
    key: string,
    own: PendingCommand | undefined,
  ): Promise<void> {
    const from = this.#fromOf(command, own);
    const { app, secrets, resend } = this.#parts;
    const request = requestOf(command, secrets.show(command), own?.arrived?.request);
    if (this.#lacksHeaders(command, request, from)) {
      if (own !== undefined) resend(own);
      return;
    }
    const controller = once(() => new AbortController());
    let delay = 0;
    const turn: Turn = {
      isOwn: own !== undefined,
      get signal() {
        return controller().signal;
      },
      onDelay: (milliseconds) => {
        delay = milliseconds;
      },
    };
    let isSettled = false;
    let onHandled = () => {};
    const handled = new Promise<void>((resolve) => {
      onHandled = resolve;
    });
    const { body: place, failed } = command;
    const body = bodyOf({ bytes: place === undefined ? undefined : bodies[place], failed });
    const response = app(request, { ...from, body, turn, onHandled });
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
    if (!isSettled) this.#hold(key, controller(), own?.arrived?.request.signal);
    own?.answer(response.then((due) => afterDelay(due, delay, own.arrived?.request)));
  }

  /** Whether a fault rule of the session compares headers that were not stored. It was added after the request had arrived. */
  #lacksHeaders({ hidden, visitor }: RequestCommand, request: Request, from: From): boolean {
    if (hidden === undefined) return false;
    const { sessionName = visitor } = this.#parts.admissions.targetOf(request, from.listener, from.sender);
    const session = sessionName === undefined ? from.defaultSession : from.sessions.find(sessionName);
    return session?.faults.comparedHeaders.some((name) => hidden.includes(name)) ?? false;
  }

  /** The answer waits, for example because a fault rule holds it back. If its client leaves, all replicas must know. */
  #hold(key: string, controller: AbortController, signal: AbortSignal | undefined): void {
    this.#held.set(key, controller);
    const abort = () => {
      if (this.#held.has(key)) this.#parts.abort(key);
    };
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  }

  #fromOf(command: RequestCommand, own: PendingCommand | undefined): From {
    const { sessions } = this.#parts;
    const { host, main, headers } = command;
    return {
      sessions,
      defaultSession: (main === undefined ? undefined : sessions.find(main)) ?? sessions.defaultSession,
      listener: host === undefined ? undefined : this.#listenerOf(host, command, own),
      sender: { headers },
    };
  }

  #listenerOf(host: string, { client, visitor }: RequestCommand, own: PendingCommand | undefined): Listener {
    const { control, publicUrl, hasVisitors } = this.#parts.listener;
    const { listener, sender } = own?.arrived?.from ?? {};
    const onOutcome = listener?.onOutcome;
    return {
      host,
      control,
      publicUrl,
      addressOf: () => client,
      visitorOf: hasVisitors ? () => visitor ?? '' : undefined,
      onOutcome: own && sender && onOutcome && ((outcome) => onOutcome(timed(outcome, own.since), sender)),
    };
  }
}

/** The outcome with the time that passed here, not in the log. */
function timed({ api, method, status, id, reason, faults }: Outcome, since: number): Outcome {
  return { api, method, status, milliseconds: machineMilliseconds() - since, id, reason, faults };
}

async function waited(response: Response, delay: number, signal: AbortSignal): Promise<Response> {
  await wait(delay, signal);
  return response;
}

/** An answer, after its delay. */
function afterDelay(response: Response, delay: number, request: Request | undefined): Response | Promise<Response> {
  return delay > 0 && request !== undefined ? waited(response, delay, request.signal) : response;
}

import * as z from 'zod/mini';
import { thrownText } from '../foundation/thrown-text.js';
import { expectValid } from '../foundation/validate.js';
import { type Admissions, bodyLimitOf, isRefused } from '../http/admission.js';
import { again, arrivedBody } from '../http/arrived-body.js';
import type { From, Layer } from '../http/call.js';
import { bodyOf } from '../http/read-json.js';
import { inTime, waitHere } from '../http/waiting.js';
import type { SharedLog } from '../persist/shared-log.js';
import type { PersistStorage } from '../persist/storage.js';
import type { RequestData } from '../protocol/request-data.js';
import { EventQueue } from '../session/event-queue.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';

const METHODS = ['lock', 'load', 'append', 'replace'] as const;

function isStorage(value: unknown): boolean {
  return METHODS.every((name) => typeof (value as Partial<PersistStorage> | null)?.[name] === 'function');
}

const persistOptions = z
  .strictObject(
    {
      /** The name under which the browser keeps the state. Default: the folder that the package is loaded from, and the base URL. */
      key: z.optional(z.string().check(z.minLength(1))),
      /** Where the state is kept instead of in the browser's IndexedDB. */
      storage: z.optional(
        z.custom<PersistStorage>(isStorage, `must be an object with the methods ${METHODS.join(', ')}`),
      ),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? 'must be true, false, or an object with key or storage' : undefined,
    },
  )
  .check(
    z.refine(({ key, storage }) => key === undefined || storage === undefined, {
      path: ['key'],
      message: 'cannot be combined with storage, because it is the name of a state in the browser',
    }),
  );
export type PersistOptions = z.input<typeof persistOptions>;

/** Undefined if nothing is kept. @throws MockError `malformed_data` */
export function readPersist(value: boolean | PersistOptions): PersistOptions | undefined {
  if (typeof value === 'boolean') return value ? {} : undefined;
  return expectValid(persistOptions, value, { root: ['persist'] });
}

/** What `mock.persisted()` resolves with. */
export interface Persisted {
  /** Whether everything written so far is kept. False without the option `persist`, or if there is no storage for it. */
  readonly kept: boolean;
  /** Whether the mock started from a kept state. */
  readonly restored: boolean;
}

export const NOT_PERSISTED: Persisted = { kept: false, restored: false };

/** Keeps the sessions of a mock. The code for it is loaded on demand: most mocks keep nothing. */
export class Persistence {
  readonly sessions: Sessions;
  readonly #admissions: Admissions;
  readonly #loaded: Promise<SharedLog | undefined>;

  constructor(
    { key, storage }: PersistOptions,
    main: Session,
    sessions: Sessions,
    admissions: Admissions,
    baseUrl: string | undefined,
  ) {
    this.#admissions = admissions;
    this.sessions = sessions;
    let log: SharedLog | undefined;
    const queue = new EventQueue(() => log?.eventAdded());
    const stop = sessions.attach({ save: queue.add }, main);
    const end = (reason: string) => {
      stop();
      queue.take();
      warn(`changes are not kept, and are lost at the end of the page or process: ${reason}`);
    };
    this.#loaded = import('../persist/index.js')
      .then(async ({ SharedLog, defaultKey, openIndexedDb }) => {
        const opened = storage ?? (await openIndexedDb(key ?? defaultKey(baseUrl)));
        log = await SharedLog.open({ main, sessions, storage: opened, queue, onEnd: end, warn });
        return log;
      })
      .catch((error) => {
        end(thrownText(error));
        return undefined;
      });
  }

  /** Answers a request once the mock has applied what other tabs have changed, and saves what the request changes. */
  readonly layer: Layer = (app) => async (request, from) => {
    const log = await this.#loaded;
    if (log === undefined) return app(request, from);
    const { waiting = waitHere } = from;
    // Others wait while a request is handled.
    const body = await this.#bodyOf(request, from);
    return log.answer((onHandled) => {
      const handled = () => {
        waiting.handled();
        onHandled();
      };
      return app(request, { ...from, body, waiting: { ...waiting, handled, promised: inTime } });
    });
  };

  /** The body of a request when it has arrived, or, if its route reads none, as it is. */
  async #bodyOf(request: RequestData, from: From): Promise<From['body']> {
    const { listener, sender, body = bodyOf(request, sender) } = from;
    const admission = await this.#admissions.admit(request, listener, sender);
    const limit = isRefused(admission, request.headers, listener) ? 0 : bodyLimitOf(admission.route);
    return limit === 0 ? body : again(await arrivedBody(request, body, limit));
  }

  async persisted(): Promise<Persisted> {
    const log = await this.#loaded;
    if (log === undefined) return NOT_PERSISTED;
    await log.turn();
    return { kept: !log.hasEnded, restored: log.isRestored };
  }
}

function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: a page has no other place to report it.
  console.warn(`briefs-mock: ${message}`);
}

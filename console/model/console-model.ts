import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Health } from '../../src/control/health.js';
import { ControlApi, type ControlError, type ControlFetch } from './control-api.js';
import { keepLoaded, type Loaded } from './keep-loaded.js';
import { Live } from './live.js';
import { type AddressBar, Navigation } from './place.js';

/** The clock of the mock, and when the console read it. */
export interface ReadClock {
  readonly now: string;
  readonly frozen: boolean;
  /** By `performance.now()`, which goes on where the page has another clock. */
  readonly readAt: number;
}

/** @throws ControlError */
export async function readClock(api: ControlApi, signal?: AbortSignal): Promise<ReadClock> {
  const reading = await api.get<{ now: string; frozen: boolean }>('/__mock/clock', {}, signal);
  return { ...reading, readAt: performance.now() };
}

/** The time of the mock in milliseconds since 1970, which has gone on since it was read if its clock runs. */
export function timeOf({ now, frozen, readAt }: ReadClock): number {
  return Date.parse(now) + (frozen ? 0 : performance.now() - readAt);
}

export interface ConsoleSettings {
  readonly fetch: ControlFetch;
  readonly addressBar: AddressBar;
  /** The address at which programs reach the mock, such as `http://127.0.0.1:4010`; undefined for a mock in the page. */
  readonly origin?: string | undefined;
  /** Keeps the control token for the next load of the page. */
  readonly tokenStore?: { get(): string; set(token: string): void } | undefined;
  /** Logs an application in as a person. */
  readonly onPersona?: ((persona: PersonaLogin) => void | Promise<void>) | undefined;
  /** Gets the clock of the mock whenever the console reads it. */
  readonly onClock?: ((clock: ReadClock) => void) | undefined;
}

/** Who an application is logged in as. */
export interface PersonaLogin {
  /** The e-mail address of the person. */
  readonly email: string;
  /** A token of this person, for the header `Authorization: Bearer …`. */
  readonly token: string;
}

/** What every part of the console works with. */
export class ConsoleModel {
  readonly api: ControlApi;
  readonly live: Live;
  readonly navigation: Navigation;
  /** Whether there is only room for one column, as on a phone. */
  readonly isNarrow = signal(false);
  /** What `useKept` keeps. */
  readonly kept = new Map<string, Signal>();
  /** The errors of actions that the console may still show. */
  readonly failed = new Set<Signal<ControlError | undefined>>();
  /** The summary of the session; undefined until it is loaded. */
  readonly health: ReadonlySignal<Health | undefined> = computed(() => this.#health.value.value);
  readonly clock: ReadonlySignal<ReadClock | undefined> = computed(() => this.#clock.value.value);
  readonly #health = signal<Loaded<Health>>({ value: undefined, error: undefined });
  readonly #clock = signal<Loaded<ReadClock>>({ value: undefined, error: undefined });
  readonly #settings: ConsoleSettings;
  #page = document;

  constructor(settings: ConsoleSettings) {
    const { fetch, addressBar, tokenStore } = settings;
    this.#settings = settings;
    this.navigation = new Navigation(addressBar);
    this.api = new ControlApi(fetch, this.navigation.session, signal(tokenStore?.get() ?? ''));
    this.live = new Live(this.api);
  }

  get origin(): string | undefined {
    return this.#settings.origin;
  }

  /** Whether {@link logInAs} logs the application around the console in. */
  get canLogIn(): boolean {
    return this.#settings.onPersona !== undefined;
  }

  /** Logs the application in as a person, by a new token. @throws ControlError if there is no such user */
  async logInAs(email: string): Promise<void> {
    const { token } = await this.api.send<PersonaLogin>('POST', '/__mock/tokens', { email });
    await this.#settings.onPersona?.({ email, token });
  }

  /** Copies a text. Returns whether the browser allows it, which has no clipboard for a page that is not secure. */
  async copy(text: string): Promise<boolean> {
    try {
      // The focus is in the window that shows the console, which can be another one than that of the code.
      await (this.#page.defaultView as Window).navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  }

  /** Clears what earlier actions said. */
  forgetErrors(): void {
    for (const error of this.failed) error.value = undefined;
    this.failed.clear();
  }

  /** Follows the mock for a page. Returns a function that ends it. */
  start(page: Document): () => void {
    this.#page = page;
    const { api, live } = this;
    const { tokenStore, onClock } = this.#settings;
    const ends = [
      live.start(page),
      this.#keepLoaded((signal) => api.get<Health>('/__mock/health', {}, signal), live.versions.state, this.#health),
      this.#keepLoaded((signal) => readClock(api, signal), live.versions.clock, this.#clock),
      effect(() => tokenStore?.set(api.token.value)),
      effect(() => {
        if (this.clock.value !== undefined) onClock?.(this.clock.value);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }

  /** Keeps something of the present session loaded. Nothing of the one before is shown as if it were of this. */
  #keepLoaded<Value>(
    load: (signal: AbortSignal) => Promise<Value>,
    version: ReadonlySignal<number>,
    loaded: Signal<Loaded<Value>>,
  ): () => void {
    const { session, token } = this.api;
    return effect(() => {
      void [session.value, token.value];
      loaded.value = { value: undefined, error: undefined };
      return untracked(() => keepLoaded(load, this.live.loads, [version], loaded));
    });
  }
}

/** Undefined outside of the console, such as in the frame of a panel. */
export const ModelContext = createContext<ConsoleModel | undefined>(undefined);

export const ModelProvider = ModelContext.Provider;

export function useConsole(): ConsoleModel {
  const model = useContext(ModelContext);
  if (model === undefined) throw new Error('useConsole needs a ModelProvider');
  return model;
}

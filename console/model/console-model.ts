import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ControlApi, type ControlFetch } from './control-api.js';
import { keepLoaded, type Loaded } from './keep-loaded.js';
import { Live } from './live.js';
import { type AddressBar, Navigation } from './place.js';

/** The summary of `GET /__mock/health`. */
export interface Health {
  readonly version: string;
  readonly scenario: string;
  readonly seed: number;
  readonly revision: number;
  readonly clock: string;
}

/** The clock of the mock, and when the console read it. */
export interface ReadClock {
  readonly now: string;
  readonly frozen: boolean;
  /** Milliseconds since 1970, by the machine of the console. */
  readonly readAt: number;
}

export interface ConsoleSettings {
  readonly fetch: ControlFetch;
  readonly addressBar: AddressBar;
  /** The address at which programs reach the mock, such as `http://127.0.0.1:4010`; undefined for a mock in the page. */
  readonly origin?: string | undefined;
  /** Keeps the control token for the next load of the page. */
  readonly tokenStore?: { get(): string; set(token: string): void } | undefined;
}

/** What every part of the console works with. */
export class ConsoleModel {
  readonly api: ControlApi;
  readonly live: Live;
  readonly navigation: Navigation;
  readonly origin: string | undefined;
  /** Whether there is only room for one column, as on a phone. */
  readonly isNarrow = signal(false);
  /** What `useKept` keeps. */
  readonly kept = new Map<string, Signal>();
  /** The summary of the session; undefined until it is loaded. */
  readonly health: ReadonlySignal<Health | undefined>;
  readonly clock: ReadonlySignal<ReadClock | undefined>;
  readonly #health = signal<Loaded<Health>>({ value: undefined, error: undefined });
  readonly #clock = signal<Loaded<ReadClock>>({ value: undefined, error: undefined });
  readonly #tokenStore: ConsoleSettings['tokenStore'];

  constructor({ fetch, addressBar, origin, tokenStore }: ConsoleSettings) {
    this.navigation = new Navigation(addressBar);
    this.api = new ControlApi(fetch, this.navigation.session, signal(tokenStore?.get() ?? ''));
    this.live = new Live(this.api);
    this.origin = origin;
    this.#tokenStore = tokenStore;
    this.health = computed(() => this.#health.value.value);
    this.clock = computed(() => this.#clock.value.value);
  }

  /** Follows the mock. Returns a function that ends it. */
  start(): () => void {
    const { api, live } = this;
    const readClock = async () => {
      const reading = await api.get<{ now: string; frozen: boolean }>('/__mock/clock');
      return { ...reading, readAt: Date.now() };
    };
    const ends = [
      live.start(),
      keepLoaded(() => api.get<Health>('/__mock/health'), [api.session, api.token, live.versions.state], this.#health),
      keepLoaded(readClock, [api.session, api.token, live.versions.clock], this.#clock),
      effect(() => this.#tokenStore?.set(api.token.value)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }
}

const ModelContext = createContext<ConsoleModel | undefined>(undefined);

export const ModelProvider = ModelContext.Provider;

export function useConsole(): ConsoleModel {
  const model = useContext(ModelContext);
  if (model === undefined) throw new Error('useConsole needs a ModelProvider');
  return model;
}

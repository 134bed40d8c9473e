import { computed, signal } from '@preact/signals';
import { createMock, type JournalEntry } from 'briefs-mock';
import type { PersonaLogin } from 'briefs-mock/console';
import { newsroom } from 'briefs-mock/seeds';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { Draft } from './draft.js';

const RECENT = 8;

/** What the page shows: a mock, who reads, and the request that is edited. */
export class Playground {
  readonly mock = createMock({ scenario: newsroom, life: 'calm' });
  /** Counts what may change an answer. */
  readonly version = signal(0);
  /** Who the reader is logged in as; undefined for nobody. */
  readonly login = signal<PersonaLogin | undefined>(newsroom.personas[0]);
  readonly personas = computed(() => {
    this.version.value;
    return this.mock.scenarios.find(({ name }) => name === this.mock.scenario)?.personas ?? [];
  });
  /** The last requests of this page, the newest first. */
  readonly recent = signal<readonly JournalEntry[]>([]);
  readonly draft = new Draft(this.mock);

  constructor() {
    const { mock } = this;
    this.#addToken();
    const changed = () => {
      this.version.value++;
    };
    mock.on('change', changed);
    mock.on('reset', () => this.#startAgain());
    mock.on('steered', ({ what }) => {
      if (what === 'faults') changed();
      if (what === 'journal') this.#readRecent();
    });
    mock.on('request', (entry) => {
      if (entry.actor === undefined) this.recent.value = [entry, ...this.recent.value].slice(0, RECENT);
    });
  }

  logIn(login: PersonaLogin | undefined): void {
    this.login.value = login;
    this.#addToken();
  }

  /** Sends a request as the reader. @throws Error that says what is wrong, for an answer that is not a success */
  async call<Data>(method: string, path: string): Promise<Data> {
    const token = this.login.value?.token;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await this.mock.fetch(path, { method, headers }).catch(() => {
      throw new Error('The connection broke.');
    });
    const { data, error } = await response.json();
    if (!response.ok) throw new Error(`${response.status}: ${[error].flat()[0]?.message ?? 'no reason'}`);
    return data;
  }

  #addToken(): void {
    this.draft.setToken(this.login.value?.token);
  }

  /** The state was replaced: its scenario may have other personas, and a token that was issued may be gone. */
  #startAgain(): void {
    this.version.value++;
    this.#readRecent();
    if (this.login.value === undefined) return;
    const personas = this.personas.value;
    const login = personas.find(({ email }) => email === this.login.value?.email) ?? personas[0];
    if (login?.token !== this.login.value?.token) this.logIn(login);
  }

  #readRecent(): void {
    const own = this.mock.requests.all().filter(({ actor }) => actor === undefined);
    this.recent.value = own.slice(-RECENT).reverse();
  }
}

const PlaygroundContext = createContext<Playground | undefined>(undefined);

export const PlaygroundProvider = PlaygroundContext.Provider;

export function usePlayground(): Playground {
  const playground = useContext(PlaygroundContext);
  if (playground === undefined) throw new Error('usePlayground needs a PlaygroundProvider');
  return playground;
}

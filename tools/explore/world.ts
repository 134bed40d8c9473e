// What all runs of an exploration share.
import type { Browser } from 'playwright-core';
import type { Mock } from '../../src/index.js';
import { ApiAddresses } from './apis.js';
import type { ExploreConfig } from './config.js';
import { EmptyPages } from './empty-pages.js';
import type { Look } from './look.js';
import { RecordTexts } from './records.js';
import { LeadsAway, Stage } from './stage.js';
import { stateOf } from './state-text.js';

export interface WorldOptions {
  readonly browser: Browser;
  readonly url: string;
  /** The mock that every run has a copy of. */
  readonly mock: Mock;
  /** The e-mail of the persona. */
  readonly email: string | undefined;
  readonly api: string | undefined;
  readonly config: ExploreConfig;
  /** What a written test imports the log-in from; undefined if there is none. */
  readonly loginModule?: string | undefined;
}

/** How many looks of new pages are remembered. */
const REMEMBERED = 500;
const DAY = 86_400_000;

export class ExploredApp {
  readonly options: WorldOptions;
  /** What the texts of the page may be about. */
  readonly records: RecordTexts;
  readonly #apis: ApiAddresses;
  readonly #pages: EmptyPages;
  readonly #token: string | undefined;
  readonly #fresh = new Map<string, Promise<Look>>();

  /** `pages` are those of another world with the same browser. */
  constructor(options: WorldOptions, pages = new EmptyPages(options.browser)) {
    const { mock, email, api } = options;
    this.options = options;
    this.#pages = pages;
    this.#apis = new ApiAddresses(mock, api);
    this.records = new RecordTexts(mock);
    this.#token = email === undefined ? undefined : mock.tokenFor(email);
  }

  /** The same application with another mock. */
  with(mock: Mock): ExploredApp {
    return new ExploredApp({ ...this.options, mock }, this.#pages);
  }

  /** @throws LeadsAway */
  async open(): Promise<Stage> {
    const { url, mock, config } = this.options;
    const stage = await Stage.open({ ...this.#shared(mock), url, login: config.login });
    const { away, traffic } = stage;
    if (away === undefined) return stage;
    await stage.close();
    throw new LeadsAway(url, away, traffic.missing !== undefined);
  }

  /** What a new page shows at the address and with the storage of another one. */
  async fresh(stage: Stage, look: Look, mock: Mock): Promise<Look> {
    const cookies = await stage.cookies();
    const day = Math.floor(mock.clock.now / DAY);
    const key = JSON.stringify([look.url, look.storage, cookies, day, stateOf(mock)]);
    const known = this.#fresh.get(key);
    if (known !== undefined) return known;
    if (this.#fresh.size >= REMEMBERED) this.#fresh.clear();
    const opened = this.#openFresh(look, mock, cookies);
    this.#fresh.set(key, opened);
    // A page that could not be opened may open the next time.
    opened.catch(() => this.#fresh.delete(key));
    return opened;
  }

  async #openFresh(look: Look, mock: Mock, cookies: Awaited<ReturnType<Stage['cookies']>>): Promise<Look> {
    const { url, storage } = look;
    const stage = await Stage.open({ ...this.#shared(mock), url, storage, cookies });
    try {
      return await stage.look();
    } finally {
      await stage.close();
    }
  }

  #shared(mock: Mock) {
    const home = new URL(this.options.url).origin;
    return { pages: this.#pages, home, mock: mock.fork(), apis: this.#apis, records: this.records, token: this.#token };
  }
}

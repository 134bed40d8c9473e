// What all runs of an exploration share.
import type { Browser } from 'playwright-core';
import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Mock } from '../../src/index.js';
import { ApiAddresses } from './apis.js';
import type { ExploreConfig } from './config.js';
import { EmptyPages } from './empty-pages.js';
import type { Look } from './look.js';
import type { InOrder } from './property.js';
import { RecordTexts } from './records.js';
import { LeadsAway, Stage } from './stage.js';
import { stateOf } from './state-text.js';
import type { PlanStep } from './step.js';

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

/** How many outcomes are remembered. */
const REMEMBERED = 500;
const DAY = 86_400_000;

export class ExploredApp {
  readonly options: WorldOptions;
  /** What the texts of the page may be about. */
  readonly records: RecordTexts;
  readonly #apis: ApiAddresses;
  readonly #pages: EmptyPages;
  readonly #token: string | undefined;
  readonly #fresh: Map<string, Promise<Look>>;
  readonly #inOrder: Map<string, Promise<InOrder | undefined>>;

  /** `before` is another world with the same browser and application. */
  constructor(options: WorldOptions, before?: ExploredApp) {
    const { browser, mock, email, api } = options;
    this.options = options;
    this.#pages = before === undefined ? new EmptyPages(browser) : before.#pages;
    this.#fresh = before === undefined ? new Map() : before.#fresh;
    this.#inOrder = before === undefined ? new Map() : before.#inOrder;
    this.#apis = new ApiAddresses(mock, api);
    this.records = new RecordTexts(mock);
    this.#token = email === undefined ? undefined : mock.tokenFor(email);
  }

  /** The same application with another mock. */
  with(mock: Mock): ExploredApp {
    return new ExploredApp({ ...this.options, mock }, this);
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
    const key = JSON.stringify([look.url, look.storage, cookies, day, mock.scenario, stateOf(mock)]);
    return remembered(this.#fresh, key, () => this.#openFresh(look, mock, cookies));
  }

  /** What `act` makes of steps whose answers are sent at once; known if they were done before. */
  inOrder(steps: readonly PlanStep[], act: () => Promise<InOrder | undefined>): Promise<InOrder | undefined> {
    const { mock } = this.options;
    return remembered(this.#inOrder, JSON.stringify([steps, mock.clock.now, mock.scenario, stateOf(mock)]), act);
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

function remembered<Outcome>(
  known: Map<string, Promise<Outcome>>,
  key: string,
  make: () => Promise<Outcome>,
): Promise<Outcome> {
  if (known.size >= REMEMBERED && !known.has(key)) known.clear();
  return getOrInsert(known, key, () => {
    const made = make();
    // A page that could not be opened may open the next time.
    made.catch(() => known.delete(key));
    return made;
  });
}

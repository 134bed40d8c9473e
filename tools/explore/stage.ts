// A page in the browser, its requests answered by a mock of its own, and one clock for both.

import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { thrownText } from '../../src/foundation/thrown-text.js';
import type { Mock } from '../../src/index.js';
import type { EmptyPages } from './empty-pages.js';
import { type Look, lookOf } from './look.js';
import { applyAct } from './others.js';
import {
  countRequests,
  expireByPage,
  factsOf,
  followServiceWorker,
  isPage,
  isReachable,
  keep,
  type PageFacts,
  turn,
} from './page-script.js';
import type { RecordTexts } from './records.js';
import { describeStep, type PageTarget, type PlanStep } from './step.js';
import { keyOf, type PageCall, PageTraffic, type PageTrafficOptions, withoutQuery } from './traffic.js';

/** Nothing is done on a page of another origin than `home`. */
export interface StageOptions extends PageTrafficOptions {
  readonly pages: EmptyPages;
  readonly url: string;
  /** What the texts of the page may be about. */
  readonly records: RecordTexts;
  /** What the browser has kept for the origin. */
  readonly storage?: PageFacts['storage'];
  readonly cookies?: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** Logs in, before the exploration begins. */
  readonly login?: ((page: Page) => Promise<unknown>) | undefined;
}

/** Something that the page did not catch, or wrote to the console as an error. */
export interface PageError {
  readonly kind: 'uncaught' | 'console';
  readonly text: string;
  readonly step: number;
}

/** How long each step takes by the clock of page and mock, in milliseconds. */
export const STEP = 500;
/** By how much the clock is moved at a time, in milliseconds: a frame. */
const FRAME = 20;
/** How long, in milliseconds, before the mock's time the clock of a page starts. */
const AHEAD = 3_600_000;
/** How long, in milliseconds of the machine, a page may take to do what a step asks for. */
const PATIENCE = 5_000;
/** How long, in milliseconds of the machine, a document may take to come. */
const OPENING = 15_000;
/** How long, in milliseconds of the machine, until a page is given up that does not respond. */
const HANGING = 20_000;
/** How many documents may follow each other in one step. */
const LOADS = 10;
/** How often a step may wait again for a page that keeps on asking. */
export const ROUNDS = 6;
/** How often the page is asked whether it has received its answers. */
const TURNS = 1_000;
/** After how many times with the same reply it no longer waits for a request that the page has already given up. */
const STILL = 30;
/** How often a page may send further requests in one step, each time after an answer, before it counts as one that never gets quiet. */
const WAVES = 30;

/** How long, in milliseconds of the machine, until what the rules do on a page is given up. */
const LONG = 60_000;

/** What was begun, unless it takes longer than a time in milliseconds of the machine. */
async function inTime<Result>(work: Promise<Result>, limit: number, late: () => Error): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limit);
  });
  try {
    return await Promise.race([work, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Something of the rules does not end. */
export class RuleHangs extends Error {
  override readonly name = 'RuleHangs';

  constructor(what: string) {
    super(`${what} did not end within ${LONG / 1000} seconds`);
  }
}

/** What the rules make of a page. @throws RuleHangs */
export const endOf = <Result>(work: Promise<Result>, what: string): Promise<Result> =>
  inTime(work, LONG, () => new RuleHangs(what));

/** The page runs or loads for ever, or has crashed, and can only be closed. */
export class PageHangs extends Error {
  override readonly name = 'PageHangs';

  constructor(
    readonly what: string,
    step?: PlanStep,
  ) {
    super(step === undefined ? what : `${what}; the last step was: ${describeStep(step)}`);
  }
}

/** What the driver throws, or that the page hangs, if that is why. `step` is the last one that was begun. */
export function hangOf(error: unknown, step?: PlanStep): unknown {
  if (error instanceof PageHangs) return new PageHangs(error.what, step);
  return error instanceof Error && /crashed/.test(error.message) ? new PageHangs('the page has crashed', step) : error;
}

/** The login of the config file has thrown. */
class LoginFails extends Error {
  override readonly name = 'LoginFails';

  constructor(thrown: unknown) {
    super(`the login failed: ${thrownText(thrown).split('\n', 1)[0]}`);
  }
}

/** The application shows a page of another origin, or one that does not come, as soon as it is opened. */
export class LeadsAway extends Error {
  override readonly name = 'LeadsAway';

  constructor(url: string, away: string, isMissing: boolean) {
    const what = isMissing ? 'which does not answer' : 'another origin, where nothing is clicked';
    super(
      `${url} leads to ${away}, ${what}; log in with \`login\` of --rules or give --persona, or explore an address that stays`,
    );
  }
}

export class Stage {
  readonly mock: Mock;
  readonly traffic: PageTraffic;
  readonly errors: PageError[] = [];
  /** What the page was still asking for when a step ended. */
  readonly restless = new Set<string>();
  /** Whether each document had all that it shows, such as its pictures, in time. */
  isLoaded = true;
  /** Whether the page has registered a service worker, such as MSW's. */
  hasServiceWorker = false;
  readonly #records: RecordTexts;
  readonly page: Page;
  readonly #home: string;
  #step = -1;
  #waves = 0;
  /** The requests of which each followed the answer to the one before, when there were too many. */
  #loop: readonly PageCall[] = [];

  private constructor(options: StageOptions, page: Page) {
    this.#records = options.records;
    this.#home = options.home;
    this.page = page;
    this.mock = options.mock;
    this.traffic = new PageTraffic(options);
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { pages, mock, apis, storage, cookies, login, url } = options;
    const page = await pages.take();
    const context = page.context();
    try {
      if (cookies !== undefined && cookies.length > 0) await context.addCookies(cookies);
      page.setDefaultTimeout(PATIENCE);
      const stage = new Stage(options, page);
      // Before the mock's time first: the clock runs until it is paused, and cannot be paused at a time before its own.
      await page.clock.install({ time: mock.clock.now - AHEAD });
      await page.clock.pauseAt(mock.clock.now);
      await page.addInitScript(countRequests, apis.pattern);
      await page.addInitScript(followServiceWorker);
      await page.addInitScript(expireByPage);
      if (storage !== undefined) await page.addInitScript(keep, storage);
      stage.#listen();
      await stage.traffic.follow(page);
      await stage.#arrive((options) => page.goto(url, options)).catch((error) => stage.#failToOpen(error));
      if (login !== undefined) await stage.#logIn(login);
      await stage.settle();
      pages.prepare();
      return stage;
    } catch (error) {
      await context.close().catch(() => {});
      throw hangOf(error);
    }
  }

  async close(): Promise<void> {
    await this.page
      .context()
      .close()
      .catch(() => {});
  }

  /** The address of the page, if it is not one of the application, or if nobody answers there. */
  get away(): string | undefined {
    const { origin, pathname } = new URL(this.traffic.missing ?? this.page.url());
    return this.traffic.missing === undefined && this.#isHome ? undefined : origin + pathname;
  }

  cookies(): ReturnType<BrowserContext['cookies']> {
    return this.page.context().cookies();
  }

  /**
   * Does a step and waits until the page is quiet. Returns whether it could be done. One that led away is taken back: to a file, or by a
   * redirect of the server to another origin.
   */
  async do(step: PlanStep, number: number): Promise<boolean> {
    this.#step = number;
    this.traffic.beginStep(number, step.network ?? 'ok', step.request ?? 0);
    const isDone = await this.#act(step).catch((error: Error) => {
      if (this.page.isClosed() || /browser has been closed|crashed/.test(error.message)) throw error;
      return false;
    });
    if (isDone) await this.settle();
    else await this.#ask(() => this.page.evaluate(() => undefined));
    return (await this.#comeHome()) && isDone;
  }

  /** Sends every answer that waits, in the order of the requests. */
  async rest(): Promise<void> {
    this.traffic.beginStep(this.#step, 'ok', 0);
    while (await this.traffic.send(0)) await this.settle();
    await this.#comeHome();
  }

  /** Goes back from what is not a page of the application, also from a picture or a file. Returns whether it was one. */
  async #comeHome(): Promise<boolean> {
    if (this.#isHome && (await this.#ask(() => this.page.evaluate(isPage)))) return true;
    await this.#goBack();
    await this.settle();
    return false;
  }

  /** Lets the page run until it asks for nothing, then moves the clock on: each step takes the same time. */
  settle(): Promise<void> {
    return this.#inTime(this.#settle());
  }

  async #settle(): Promise<void> {
    const { calls, polled } = this.traffic;
    const { length: start } = calls;
    this.#waves = 0;
    this.#loop = [];
    let isQuiet = false;
    for (let round = 0; round < ROUNDS && !isQuiet && !this.#isRestless; round += 1) {
      let time = 0;
      for (let isCalm = false; time < STEP && !(isCalm && time > FRAME); time += FRAME) {
        const before = calls.length;
        await this.page.clock.runFor(FRAME);
        await this.#hush();
        isCalm = this.#isCalm(before) || this.#isRestless;
      }
      const last = calls.length;
      if (time < STEP) await this.page.clock.runFor(STEP - time);
      await this.#hush();
      this.mock.clock.advance({ milliseconds: STEP });
      const wasSent = await this.traffic.sendDue(this.mock.clock.now);
      isQuiet = !wasSent && this.#isCalm(last);
    }
    const awaited = isQuiet ? [] : calls.slice(start).filter((call) => !polled.has(keyOf(call)));
    const [key = '', ...others] = new Set(this.#loop.map(keyOf));
    const isPolling = others.length === 0 && polled.has(key);
    const looping = isPolling ? [] : this.#loop;
    const unquiet = this.#isRestless ? looping : awaited.slice(-1);
    for (const call of unquiet) this.restless.add(withoutQuery(keyOf(call)));
  }

  /** Moves page and mock together, in seconds. */
  async advance(seconds: number): Promise<void> {
    this.mock.clock.advance({ seconds });
    await this.page.clock.fastForward(seconds * 1000);
  }

  async look(): Promise<Look> {
    const facts = await this.#ask(() => this.page.evaluate(factsOf));
    const tree = await this.#ask(() => this.page.locator('body').ariaSnapshot({ timeout: 5_000 }));
    return lookOf(tree, facts, this.#records);
  }

  /** Evaluates an expression in a world of its own, in which time passes as it does outside. */
  evaluateApart(expression: string): Promise<unknown> {
    return this.#inSession(async (session) => {
      const context = await isolatedWorld(session);
      const { result } = await session.send('Runtime.evaluate', {
        expression,
        contextId: context,
        awaitPromise: true,
        returnByValue: true,
      });
      return result.value;
    });
  }

  /** What the page looks like, as a PNG. The driver would wait for fonts, which may never arrive. */
  picture(): Promise<Buffer> {
    const take = async (session: CDPSession) => (await session.send('Page.captureScreenshot')).data;
    return this.#inTime(this.#inSession(async (session) => Buffer.from(await take(session), 'base64')));
  }

  async #inSession<Result>(use: (session: CDPSession) => Promise<Result>): Promise<Result> {
    const session = await this.page.context().newCDPSession(this.page);
    try {
      return await use(session);
    } finally {
      await session.detach().catch(() => {});
    }
  }

  #listen(): void {
    const { page, errors } = this;
    page.on('pageerror', (error) => {
      errors.push({ kind: 'uncaught', text: `${error.name}: ${error.message}`.split('\n')[0] ?? '', step: this.#step });
    });
    page.on('console', (message) => {
      // What the browser says about each failed request is known from the requests.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      errors.push({ kind: 'console', text: message.text().split('\n')[0] ?? '', step: this.#step });
    });
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
  }

  async #act(step: PlanStep): Promise<boolean> {
    const { page } = this;
    switch (step.do) {
      case 'click':
      case 'fill':
      case 'press':
      case 'select':
        return this.#use(step);
      case 'back':
        // A page whose address was replaced has none before it, but the empty one of the browser.
        if (!(await page.evaluate(factsOf)).canGoBack) return false;
        await this.#goBack();
        return true;
      case 'reload':
        await this.#arrive((options) => page.reload(options));
        return true;
      case 'send':
        return this.traffic.send(step.place);
      case 'advance':
        await this.advance(step.seconds);
        return true;
      case 'other':
        return applyAct(this.mock, step.act);
    }
  }

  /** Uses an element as a person would. Returns whether it is there. */
  async #use(step: Extract<PlanStep, { target: PageTarget }>): Promise<boolean> {
    const { role, name, place } = step.target;
    const element = this.page.getByRole(role as 'button', { name, exact: true }).nth(place);
    // Asked before, because the driver would wait for an element that is not there, or not within reach.
    if ((await element.count()) === 0 || !(await element.evaluate(isReachable))) return false;
    // The driver would wait two frames for the element to stand still, and ask again what was asked above.
    if (step.do === 'click') await element.click({ force: true });
    else if (step.do === 'fill') await element.fill(step.input);
    else if (step.do === 'press') await element.press(step.input);
    else await element.selectOption({ label: step.input });
    return true;
  }

  #goBack(): Promise<void> {
    return this.#arrive((options) => this.page.goBack({ ...options, timeout: 5_000 }));
  }

  /** Waits for a document and, as long as for a step, for all that it shows: a picture may never come. */
  async #arrive(go: (options: Parameters<Page['goBack']>[0]) => Promise<unknown>): Promise<void> {
    await go({ waitUntil: 'domcontentloaded', timeout: OPENING });
    await this.page.waitForLoadState('load', { timeout: PATIENCE }).catch(() => {
      this.isLoaded = false;
    });
  }

  /** @throws PageHangs if that is why the page could not be opened */
  async #failToOpen({ message }: Error): Promise<never> {
    await this.#ask(() => this.page.evaluate(() => undefined));
    throw new Error(`the page cannot be opened: ${message.split('\n', 1)[0]}`);
  }

  /** @throws LoginFails, or RuleHangs */
  async #logIn(login: NonNullable<StageOptions['login']>): Promise<void> {
    const loggedIn = Promise.resolve(this.page).then(login);
    const done = loggedIn.catch((thrown) => {
      throw new LoginFails(thrown);
    });
    await this.#while(endOf(done, 'the login'));
  }

  /** Lets time pass while the page is used by somebody else. */
  async #while(use: Promise<unknown>): Promise<void> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    use.then(end, end);
    while (!isOver) {
      await this.page.clock.runFor(FRAME);
      await this.#hush();
    }
    await use;
  }

  /** Waits until the page has read every answer that was sent, and the mock has seen every request. */
  async #hush(): Promise<void> {
    let started = 0;
    let lost = 0;
    let last = '';
    let still = 0;
    for (let i = 0; i < TURNS && !this.#isRestless; i += 1) {
      const counts = await this.page.evaluate(turn, lost).catch(() => null);
      if (counts !== null && counts.started > started && i > 0) this.#waves += 1;
      started = counts?.started ?? 0;
      this.hasServiceWorker ||= counts?.hasServiceWorker === true;
      const { arrived, answered, loading, isLeaving } = this.traffic;
      const isRead = counts === null || (counts.started === arrived && counts.ended >= answered);
      if (counts !== null && isRead && loading === 0 && counts.starting === 0 && !isLeaving) return;
      const now = [counts?.started, counts?.ended, arrived, answered].join();
      still = now === last ? still + 1 : 0;
      last = now;
      // What is aborted at once or blocked by a policy never becomes a request, and what a worker asks for the page does not count.
      const isGivenUp = counts !== null && counts.started - counts.ended <= arrived - answered;
      lost = isGivenUp && still >= STILL ? counts.started - arrived : 0;
      if (i > 20) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // Now: what timers ask for comes later.
    if (this.#isRestless && this.#loop.length === 0) this.#loop = this.traffic.calls.slice(-WAVES);
    // A document that has not come by now may never come.
    this.traffic.isLeaving = false;
  }

  /** Asks the document, or the one that takes its place meanwhile. @throws PageHangs if that goes on for ever */
  async #ask<Result>(question: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#inTime(question());
    } catch (error) {
      if (this.traffic.documents > LOADS) throw new PageHangs('the page loads again and again');
      if (!/Execution context was destroyed/.test((error as Error).message)) throw error;
      await this.page.waitForLoadState('domcontentloaded', { timeout: OPENING });
      return this.#ask(question);
    }
  }

  /** @throws PageHangs if the page takes so long that it will never do it */
  #inTime<Result>(work: Promise<Result>): Promise<Result> {
    return inTime(work, HANGING, () => new PageHangs('the page no longer responds'));
  }

  get #isHome(): boolean {
    return new URL(this.page.url()).origin === this.#home;
  }

  get #isRestless(): boolean {
    return this.#waves > WAVES;
  }

  /** Whether no request has come since there were this many. Reads that the page repeats for ever do not count. */
  #isCalm(since: number): boolean {
    return this.traffic.calls.slice(since).every((call) => this.traffic.polled.has(keyOf(call)));
  }
}

async function isolatedWorld(session: CDPSession): Promise<number> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'explore' });
  return world.executionContextId;
}

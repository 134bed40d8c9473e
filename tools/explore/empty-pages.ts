import type { Browser, Page } from 'playwright-core';

/**
 * Empty pages, each in a context of its own. The next one is opened while the last one is in use: the browser takes longer for that than
 * for most steps.
 */
export class EmptyPages {
  readonly #browser: Browser;
  #next: Promise<Page> | undefined;
  #taken = 0;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** An empty page. The caller closes its context. */
  take(): Promise<Page> {
    this.#taken += 1;
    const page = this.#next ?? this.#open();
    this.#next = undefined;
    return page;
  }

  /** Opens the next page ahead of time, but not after the first: a replay has no other. */
  prepare(): void {
    if (this.#taken < 2) return;
    this.#next ??= this.#open();
    // A failure is for the caller of `take`.
    this.#next.catch(() => {});
  }

  async #open(): Promise<Page> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    // Its service worker may start, as MSW's must, or the application would not; but it gets no request.
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setBypassServiceWorker', { bypass: true });
    return page;
  }
}

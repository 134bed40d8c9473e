import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import type { Browser, Request as PageRequest, Route } from 'playwright-core';
import { html } from './build.js';
import type { Stage } from './fault.js';

const isApi = (path: string) => /^\/(public-api|user-data|user-preference)\//.test(path);

async function ask(mock: Mock, request: PageRequest): Promise<Response> {
  const body = request.postData();
  const init = { method: request.method(), headers: await request.allHeaders() };
  return mock.fetch(new Request(request.url(), body === null ? init : { ...init, body }));
}

/** Opens the built application, calls `use` when it is quiet, and closes it. */
export async function withStage<Result>(
  browser: Browser,
  script: string,
  use: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  const mock = createMock({ scenario: newsroom });
  const parked: { method: string; path: RegExp; sent: Promise<void> }[] = [];
  const errors: string[] = [];
  let waiting = 0;
  let arrivals = 0;

  const answer = async (route: Route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname === '/app.js') return route.fulfill({ contentType: 'text/javascript', body: script });
    if (!isApi(pathname)) return route.fulfill({ contentType: 'text/html', body: html });
    arrivals += 1;
    waiting += 1;
    try {
      const response = await ask(mock, request);
      const body = await response.text();
      const held = parked.find(({ method, path }) => method === request.method() && path.test(pathname));
      if (held !== undefined) {
        waiting -= 1;
        await held.sent;
        waiting += 1;
      }
      await route.fulfill({ status: response.status, contentType: 'application/json', body });
    } catch {
      await route.abort(); // the mock was asked to break the connection
    } finally {
      waiting -= 1;
    }
  };

  try {
    const page = await context.newPage();
    page.setDefaultTimeout(5000);
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.route('**/*', answer);
    const rendered = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const quiet = async () => {
      for (let seen = -1; seen !== arrivals || waiting > 0; ) {
        seen = arrivals;
        await rendered();
        await rendered();
      }
    };
    const hold = (method: string, path: RegExp) => {
      let send = () => {};
      const held = {
        method,
        path,
        sent: new Promise<void>((resolve) => {
          send = resolve;
        }),
      };
      parked.push(held);
      return async () => {
        parked.splice(parked.indexOf(held), 1);
        send();
        await rendered();
        await quiet();
      };
    };
    await page.goto('http://app.test/');
    await page.locator('main').waitFor();
    await quiet();
    return await use({ page, mock, errors, hold, quiet });
  } finally {
    await context.close();
  }
}

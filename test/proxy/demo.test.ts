import { describe, expect, it, onTestFinished } from 'vitest';
import { launchChromium } from '../browser/chromium.js';
import { serveSite } from '../browser/site.js';
import { start } from '../support/cli.js';
import { type Visitor, visitor } from '../support/visitors.js';
import { type Site, startNginx } from './nginx.js';
import { openPort } from './open-port.js';

const VISITORS = 200;
const CLIENTS = '/user-data/v1/client';
const START_AGAIN = '/__mock/demo/start-again';
const alice = { authorization: 'Bearer alice-token' };
const right = { authorization: 'Bearer c0ntrol' };

/** Starts a demo behind nginx, and connects to it. */
async function open(site: Site, flags: readonly string[] = []) {
  const publicUrl = 'https://demo.example:8443/mock';
  const { url } = await start(['--demo', '--quiet', '--public-url', publicUrl, '--control-token', 'c0ntrol', ...flags]);
  const { ask } = await (await startNginx(url, new URL(publicUrl).origin)).connectTo(site);
  const sessions = async (): Promise<{ id: string }[]> =>
    JSON.parse((await ask('/mock/__mock/sessions', right)).body).data;
  const come = () =>
    visitor((method, path, headers) => {
      const body = method === 'POST' ? JSON.stringify([client(headers['x-name'] ?? 'flood')]) : undefined;
      return ask(`/mock${path}`, { ...headers, ':method': method }, body);
    });
  return { sessions, come };
}

const client = (name: string) => ({ name, short_name: name, display_name: name, type: 'company' });
const create = async (one: Visitor, name: string) => (await one.send('POST', CLIENTS, { 'x-name': name })).status;
/** The clients that a visitor sees and that are not in the scenario. */
async function createdIn(one: Visitor): Promise<string[]> {
  const { data } = JSON.parse((await one.send('GET', CLIENTS)).body);
  return data.map(({ name }: { name: string }) => name).filter((name: string) => /^(visitor-|flood)/.test(name));
}

it(`Behind nginx, ${VISITORS} visitors at once see their own changes and nobody else's, and a flood pushes none out`, async () => {
  const { sessions, come } = await open('composed', ['--max-sessions', String(VISITORS + 5)]);
  const visitors = Array.from({ length: VISITORS }, (_, n) => ({ one: come(), name: `visitor-${n}` }));
  await Promise.all(visitors.map(({ one }) => one.send('GET', CLIENTS)));
  expect(await sessions()).toEqual([]);
  const created = await Promise.all(visitors.map(({ one, name }) => create(one, name)));
  expect(created).toEqual(visitors.map(() => 200));
  const seen = () => Promise.all(visitors.map(({ one }) => createdIn(one)));
  expect(await seen()).toEqual(visitors.map(({ name }) => [name]));

  const flood = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      come().send('POST', CLIENTS, { 'x-forwarded-for': `10.0.0.${n}`, ...(n % 2 && { cookie: 'mock_session=x' }) }),
    ),
  );
  const flooded = (status: number) => flood.filter((answer) => answer.status === status).length;
  // Sessions with a single request make room for each other.
  expect([flooded(200), flooded(503)]).toEqual([300, 0]);
  expect(await seen()).toEqual(visitors.map(({ name }) => [name]));
  const ids = (await sessions()).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(visitors.map(({ one }) => one.id())));
  expect(await createdIn(come())).toEqual([]);
});

describe.each(['whole', 'stripped', 'composed'] as const)('Behind nginx with TLS and a base path (%s)', (site) => {
  it('a demo sets the cookie for HTTPS and the path, starts today, starts again, and is steered with the token', async () => {
    const { sessions, come } = await open(site);
    const [one, other] = [come(), come()];
    const day = () => new Date().toISOString().slice(0, 10).replaceAll('-', '');
    const before = day();
    const { cookie, body } = await one.send('GET', '/public-api/v1/brief/front-page', alice);
    expect(cookie).toMatch(/^mock_session=[\w-]{26}; Path=\/mock; HttpOnly; Secure; SameSite=Lax$/);
    expect([before, day()]).toContain(/^1-(\d{8})/.exec(JSON.parse(body).data.gid)?.[1]);

    for (const each of [one, other]) expect(await create(each, 'visitor-x')).toBe(200);
    expect((await sessions()).map(({ id }) => id)).toEqual([one.id(), other.id()]);
    expect((await one.send('GET', '/__mock/sessions')).status).toBe(401);
    const { status, headers } = await one.send('POST', START_AGAIN);
    const { pathname } = new URL(String(headers.location), `https://demo.example/mock${START_AGAIN}`);
    expect([status, pathname]).toEqual([303, `/mock${START_AGAIN}`]);
    expect([await createdIn(one), await createdIn(other)]).toEqual([[], ['visitor-x']]);
  });
});

it('A demo in Chromium: visitors have separate states, start again, and another site cannot reset them', async () => {
  let socket = '';
  const port = await openPort(() => socket);
  const origin = `https://localhost:${port}`;
  const { url } = await start(['--demo', '--quiet', '--public-url', `${origin}/mock`]);
  socket = (await startNginx(url, origin)).socketOf('composed');
  const browser = await launchChromium();
  onTestFinished(() => browser.close());

  const come = async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    // Any page of the origin: it sends requests as an application does.
    await page.goto(`${origin}/mock/public-api/v1/nothing`);
    const call = (method: string, path: string) =>
      page.evaluate(
        async ([method, path]) => {
          const headers = { authorization: 'Bearer alice-token' };
          return (await (await fetch(`/mock/public-api/v1${path}`, { method, headers })).json()).data;
        },
        [method, path] as const,
      );
    return { context, page, call };
  };
  const [one, two, three] = await Promise.all([come(), come(), come()]);
  const { gid } = await one.call('GET', '/brief/front-page');
  // Alice has bookmarked it in the scenario.
  for (const { call } of [one, two]) await call('DELETE', `/bookmark/front-page/${gid}`);
  const counts = () =>
    Promise.all([one, two, three].map(async ({ call }) => (await call('GET', '/bookmark/brief')).length));
  const [, , initial] = (await counts()) as [number, number, number];
  expect(await counts()).toEqual([initial - 1, initial - 1, initial]);

  const [cookie] = await one.context.cookies();
  expect(cookie).toMatchObject({ name: 'mock_session', path: '/mock', httpOnly: true, secure: true, sameSite: 'Lax' });
  expect(await one.page.evaluate('document.cookie')).toBe('');

  const other = await serveSite();
  onTestFinished(() => other.close());
  await two.page.goto(other.url);
  await two.page.evaluate((target) => {
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.onload = resolve;
      image.onerror = resolve;
    });
    image.src = target;
    return loaded;
  }, `${origin}/mock${START_AGAIN}`);
  const answered = two.page.waitForResponse((response) => response.request().method() === 'POST');
  await two.page.evaluate((action) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action });
    document.body.append(form);
    form.submit();
  }, `${origin}/mock${START_AGAIN}`);
  expect((await answered).status()).toBe(403);
  await two.page.waitForURL(`${origin}/mock${START_AGAIN}`);
  await two.page.goto(`${origin}/mock/public-api/v1/nothing`);
  expect(await counts()).toEqual([initial - 1, initial - 1, initial]);

  await one.page.goto(`${origin}/mock${START_AGAIN}?return=/mock/public-api/v1/nothing`);
  await one.page.getByRole('button', { name: 'Start again' }).click();
  await one.page.waitForURL(`${origin}/mock/public-api/v1/nothing`);
  expect(await counts()).toEqual([initial, initial - 1, initial]);
});

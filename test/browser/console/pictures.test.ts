import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sharedChromium } from '../chromium.js';
import { keepPicture } from '../picture.js';
import { openConsole } from './open-console.js';

// The pictures in README.md and docs/how-to/console.md. `PICTURES=1 npm run test:browser -- console/pictures` writes them.

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

it('every picture of the documentation can be taken', async () => {
  const { mock, page, goTo, view, complaints } = await openConsole(browser, { width: 960, height: 600 });
  const headers = {
    authorization: `Bearer ${mock.tokenFor('alice@acme.example')}`,
    'content-type': 'application/json',
  };
  await mock.fetch('/public-api/v1/brief', { headers });
  await mock.fetch('/public-api/v1/brief/climate-desk', { headers });
  await mock.fetch('/user-data/v1/application', { method: 'POST', headers, body: '[{"name": "Reader"}]' });
  mock.faults.add({ path: '/public-api/v1/brief', status: 503, times: 2 });
  mock.snapshots.keep('before-checkout');
  mock.clock.advance({ days: 7 });
  for (const id of ['worker-1', 'worker-2']) mock.sessions.create(id);
  const newest = mock.requests.all().at(-1)?.entry;
  const pictures = {
    requests: [`requests/${newest}`, '1 created'],
    state: ['state/user/1', 'Is referred to by'],
    people: ['people/alice@acme.example', 'Briefs that Alice sees'],
    time: ['time', 'History'],
    faults: ['faults', 'at most 2 times'],
    snapshots: ['snapshots', 'before-checkout'],
    sessions: ['sessions', 'worker-2'],
  } as const;
  for (const [name, [place, text]] of Object.entries(pictures)) {
    await goTo(place);
    await view.getByText(text).first().waitFor();
    await page.getByRole('banner').getByText('live', { exact: true }).waitFor();
    await keepPicture(name, page);
  }
  expect(complaints).toEqual([]);
});

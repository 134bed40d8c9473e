import { type BehaviorOptions, createMock } from 'briefs-mock';
import { conform, readHar } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readers as tokens } from '../support/conform-target.js';
import { steps } from '../support/random-walk.js';
import { readingRoom } from '../support/reading-room.js';
import { changeBody, compare, findingsIn, type HarEntry, Recorder } from '../support/recording.js';
import { runs } from '../support/state-runs.js';
import { userDataRoutes } from '../support/user-data.js';
import { office } from '../support/user-data-office.js';
import { type Call, sequences } from '../support/user-data-sequences.js';

const lists = userDataRoutes
  .filter(({ method, path }) => method === 'GET' && !/:|filter|brief-entitlement|entitled/.test(path))
  .map(({ path }) => path);

/** Records random requests to user-data, and reads all lists in between. */
async function record(calls: readonly Call[], behavior: BehaviorOptions = {}) {
  const mock = createMock({ scenario: office, behavior });
  const recorder = new Recorder(mock);
  for (const path of lists) await recorder.send('GET', path);
  for (const [i, { method, path, body, headers }] of calls.entries()) {
    await recorder.send(method, path, body, headers);
    await recorder.send('GET', lists[i % lists.length] as string);
  }
  for (const path of lists) await recorder.send('GET', path);
  return { mock, entries: recorder.entries };
}

describe('a recording of a mock', () => {
  it.each<[string, BehaviorOptions]>([
    ['the default behavior', {}],
    [
      'every switch changed',
      { hideDeleted: true, apostropheKey: 'both', setPreference: 'append', uniqueFirstName: true },
    ],
    ['the apostrophe alone', { apostropheKey: 'on' }],
  ])('of random requests to user-data has no difference, with %s', async (name, behavior) => {
    let conclusive = 0;
    await fc.assert(
      fc.asyncProperty(sequences(60), async (calls) => {
        const { entries } = await record(calls, behavior);
        const report = compare(entries, { behavior });
        expect(findingsIn(report)).toEqual([]);
        conclusive += report.results.filter(
          ({ id, outcome }) => id.endsWith('/records') && outcome === 'agrees',
        ).length;
      }),
      runs(name, 30),
    );
    expect(conclusive).toBeGreaterThan(lists.length);
  });

  it('of random requests to the brief and bookmark API has no difference', async () => {
    const mock = createMock({ scenario: readingRoom, seed: 42 });
    const recorder = new Recorder(mock);
    let now = '';
    for (const { method, path, headers, body, clock } of steps) {
      // P11: bookmarks are sorted by their time, so that a clock that is set back changes their order.
      if (clock !== undefined && clock > now) {
        now = clock;
        mock.clock.set(now);
      }
      await recorder.send(method, path, body, headers);
    }
    const report = compare(recorder.entries);
    expect(findingsIn(report)).toEqual([]);
    expect(report.results.filter(({ outcome }) => outcome === 'agrees').length).toBeGreaterThan(5);
  });

  it('of all cases of an API has no difference', async () => {
    const recorder = new Recorder(createMock({ scenario: newsroom }));
    await conform({ fetch: recorder.fetch, tokens, writes: true, concurrency: 1, only: ['user-preference'] });
    const report = compare(recorder.entries);
    expect(findingsIn(report)).toEqual([]);
    expect(report.requests).toBeGreaterThan(100);
  });

  it('that its journal exports has no difference either, although it hides secrets and cuts bodies off', async () => {
    await fc.assert(
      fc.asyncProperty(sequences(40), async (calls) => {
        const { mock } = await record(calls);
        await mock.fetch('/user-data/v1/client', { headers: { authorization: 'Bearer secret-token' } });
        await mock.fetch('/user-data/v1/client', {
          method: 'POST',
          body: JSON.stringify([{ name: 'x'.repeat(20_000), short_name: 'x', display_name: 'x', type: 'x' }]),
        });
        const har = await (await mock.fetch('/__mock/requests.har')).json();
        const report = compare(har.log.entries);
        expect(findingsIn(report)).toEqual([]);
        expect(report.results.some(({ outcome }) => outcome === 'agrees')).toBe(true);
      }),
      runs('journal', 10),
    );
  });

  it('has the order of the journal, also if the process pauses at any time', async () => {
    let now = Date.parse('2026-03-04');
    let reads = 0;
    // The process pauses before each seventh time that it reads a clock: of a request, sooner or later, before each.
    const time = () => {
      now += reads++ % 7 === 0 ? 3.3 : 0.01;
      return now;
    };
    vi.spyOn(performance, 'now').mockImplementation(time);
    vi.spyOn(Date, 'now').mockImplementation(() => Math.floor(time()));
    onTestFinished(() => void vi.restoreAllMocks());
    const mock = createMock({ scenario: office });
    for (let i = 0; i < 100; i++) await mock.fetch(lists[i % lists.length] as string);
    const { log } = await (await mock.fetch('/__mock/requests.har')).json();
    expect(readHar({ log }).map(({ entry }) => entry)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
  });
});

/** Changes an answer so that it has a difference in a known place; undefined if the answer has no such place. */
type Plant = (entry: HarEntry) => string | undefined;

const isList = ({ request, response }: HarEntry, least: number) =>
  request.method === 'GET' &&
  response.status === 200 &&
  lists.includes(new URL(request.url).pathname) &&
  JSON.parse(response.content.text ?? '').data.length >= least;

const plants: Readonly<Record<string, Plant>> = {
  'another status': (entry) => {
    entry.response.status = 418;
    return '418 status: must be one of';
  },
  'a missing field': (entry) => {
    if (!isList(entry, 1)) return undefined;
    let name = '';
    changeBody(entry, ({ data }) => {
      name = Object.keys(data[0])[1] as string;
      delete data[0][name];
    });
    return `200 data[].${name}: is required`;
  },
  'an unknown field': (entry) => {
    if (!isList(entry, 1)) return undefined;
    changeBody(entry, ({ data }) => Object.assign(data.at(-1), { created_at: '2026-03-04' }));
    return '200 data[].created_at: is unknown';
  },
  'another type': (entry) => {
    if (!isList(entry, 1)) return undefined;
    changeBody(entry, ({ data }) => Object.assign(data[0], { id: '1' }));
    return '200 data[].id: must be an integer';
  },
  'another order': (entry) => {
    if (!isList(entry, 2)) return undefined;
    changeBody(entry, ({ data }) => data.reverse());
    return '200 data[]: is not in order';
  },
  'another content type': (entry) => {
    if (entry.request.method === 'HEAD') return undefined;
    entry.response.headers = [{ name: 'Content-Type', value: 'text/html' }];
    return `${entry.response.status} content-type: must be application/json`;
  },
  'a body that is not JSON': (entry) => {
    if (entry.request.method === 'HEAD') return undefined;
    entry.response.content = { size: 6, text: '<html>' };
    return `${entry.response.status} body: must be JSON`;
  },
};

describe('a planted difference is found at its entry', () => {
  it.each(Object.entries(plants))('%s', async (name, plant) => {
    await fc.assert(
      fc.asyncProperty(sequences(20), fc.nat(), async (calls, chosen) => {
        const { entries } = await record(calls);
        const at = entries.findIndex((entry, i) => i >= chosen % entries.length && isList(entry, 2));
        const entry = entries[at === -1 ? lists.length - 1 : at] as HarEntry;
        const where = plant(entry);
        fc.pre(where !== undefined);
        const found = findingsIn(compare(entries)).find((finding) => finding.where.startsWith(where as string));
        expect(found).toMatchObject({ count: 1, first: { entry: entries.indexOf(entry) + 1 } });
      }),
      runs(name, 20),
    );
  });
});

import { createMock, type Mock } from 'briefs-mock';
import {
  type Case,
  type ConformOptions,
  cases,
  conform,
  junitOf,
  type Ledger,
  type LedgerEntry,
  planOf,
} from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { contentOf, someCases as only, readers as tokens } from '../support/conform-target.js';
import { changing, keeping, type Plant } from '../support/planted-server.js';

const inNewsroom = createMock({ scenario: newsroom });

/** A ledger in memory, which outlives a run as a file does. */
function ledgerInMemory(): Ledger & { readonly entries: Map<string, LedgerEntry> } {
  const entries = new Map<string, LedgerEntry>();
  return {
    entries,
    read: async () => [...entries.values()],
    write: async (entry) => void entries.set(entry.run, entry),
    remove: async (run) => void entries.delete(run),
  };
}

/** A ledger that cannot be written a second time. */
function fullLedger(error: unknown): Ledger {
  let written = 0;
  const write = async () => {
    if (++written > 1) throw error;
  };
  return { ...ledgerInMemory(), write };
}

/** Runs a single case of the given steps. */
async function runCase(one: Omit<Case, 'id' | 'title' | 'ids'>, mock: Mock, options: ConformOptions = {}) {
  const cases = [{ id: 'user-data/own/case', title: 'one of our own', ids: [], ...one }];
  const { results, left } = await conform({ fetch: mock.fetch, tokens, writes: true, cases, ...options });
  return { ...results[0], left };
}

describe('conform without writes', () => {
  it('changes nothing, and leaves out the cases that would', async () => {
    const mock = inNewsroom.fork();
    const before = mock.snapshot().fingerprint;
    const { results } = await conform({ fetch: mock.fetch, tokens });
    expect(mock.snapshot().fingerprint).toBe(before);
    const inconclusive = results.filter(({ outcome }) => outcome === 'could not tell');
    expect(inconclusive.map(({ id }) => id)).toEqual(cases.filter(({ creates }) => creates).map(({ id }) => id));
    expect(new Set(inconclusive.map(({ missing }) => missing))).toEqual(
      new Set(['permission to create records (--writes)']),
    );
  });
});

it('a text in place of the list of cases is rejected', async () => {
  const { fetch } = inNewsroom;
  await expect(conform({ fetch, only: 'zzz' as never })).rejects.toThrow('only: must be an array, but is "zzz"');
});

describe('conform with writes', () => {
  // For all cases, `cases.test.ts` tests this.
  it('leaves nothing behind, and nothing in the ledger', async () => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const ledger = ledgerInMemory();
    expect(await conform({ fetch: mock.fetch, tokens, writes: true, ledger, only })).toMatchObject({ left: [] });
    expect(contentOf(mock)).toEqual(before);
    expect(ledger.entries).toEqual(new Map());
  });

  it('says before what it would create', () => {
    const [first, second] = ['user-data/client', 'user-data/user'] as const;
    const all = [[first], [first, second], undefined].map(
      (creates, i): Case => ({ id: `${i}`, title: '', ids: [], ...(creates && { creates }), steps: async () => {} }),
    );
    expect([...planOf({ cases: all })]).toEqual([
      [first, 2],
      [second, 1],
    ]);
    expect([...planOf({ cases: all, only: ['2'] })]).toEqual([]);
  });

  it('removes what a case has created before it fails', async () => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const result = await runCase(
      {
        creates: ['user-data/application', 'user-data/feature'],
        steps: async ({ userData, name }) => {
          const { data } = await userData.post('/application', { body: [{ name: name('a') }, { name: name('b') }] });
          await userData.post('/feature', { body: [{ app_id: data[0].id, name: name('c') }], expect: { status: 404 } });
        },
      },
      mock,
    );
    expect(result).toMatchObject({ outcome: 'differs', left: [] });
    expect(contentOf(mock)).toEqual(before);
  });

  it('removes what only a search can find: an answer that was lost', async () => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    let lost = 0;
    const lossy = async (request: Request) => {
      const response = await mock.fetch(request);
      if (request.method !== 'POST' || lost > 0) return response;
      lost++;
      throw new TypeError('socket hang up');
    };
    const result = await runCase(
      {
        creates: ['user-data/user'],
        steps: async ({ userData, name, email }) => {
          await userData.post('/user', { body: [{ fname: name('first'), lname: 'Lost', email: email() }] });
        },
      },
      mock,
      { fetch: lossy },
    );
    expect(result).toMatchObject({
      outcome: 'could not tell',
      missing: expect.stringContaining('socket hang up'),
      left: [],
    });
    expect(contentOf(mock)).toEqual(before);
  });

  it('removes what only a list shows, although the first answer to each list is lost', async () => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const lost = new Set<string>();
    const keyOf = ({ method, url }: Request) => `${method} ${url}`;
    const fetch = async (request: Request) => {
      const isList = request.method === 'GET' && lost.size > 0 && !lost.has(keyOf(request));
      if (request.method !== 'POST' && !isList) return mock.fetch(request);
      await mock.fetch(request);
      lost.add(keyOf(request));
      throw new TypeError('terminated');
    };
    const { left } = await conform({ fetch, tokens, writes: true, only: ['user-data/user/types'] });
    expect(left).toEqual([]);
    expect(contentOf(mock)).toEqual(before);
  });

  it('lists what it cannot remove, and the next run removes it', async () => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const ledger = ledgerInMemory();
    const withoutDelete = async (request: Request) =>
      request.method === 'DELETE' ? Response.json({ data: null }, { status: 500 }) : mock.fetch(request);
    const two = cases.filter(({ id }) => ['user-data/user/first-name', 'public-api/bookmark/add-brief'].includes(id));
    const { left } = await conform({ fetch: withoutDelete, tokens, writes: true, ledger, cases: two });
    expect([...left].sort()).toEqual([
      expect.stringMatching(/^DELETE \/public-api\/v1\/bookmark\/[^ ]+ as alice@acme\.example$/),
      expect.stringMatching(/^DELETE \/user-data\/v1\/user\/\d+$/),
      expect.stringMatching(/^DELETE \/user-data\/v1\/user\/\d+$/),
    ]);
    expect(ledger.entries.size).toBe(1);
    expect(await conform({ fetch: mock.fetch, tokens, writes: true, ledger, only: ['D7'] })).toMatchObject({
      left: [],
    });
    expect(contentOf(mock)).toEqual(before);
    expect(ledger.entries.size).toBe(0);
  });

  it.each<[string, (text: string) => string]>([
    ['has string ids', (text) => text.replaceAll(/"(id|app_id)":(\d+)/g, '"$1":"id $2"')],
    ['stores names in upper case', (text) => text.replaceAll(/conform-[^"]+/g, (name) => name.toUpperCase())],
  ])('removes its records from a server that %s', async (_, changed) => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const fetch = async (request: Request) => {
      const numeric = new Request(request.url.replace('id%20', ''), request);
      const response = await mock.fetch(numeric);
      return new Response(changed(await response.text()), response);
    };
    const { left } = await conform({
      fetch,
      tokens,
      writes: true,
      only: ['user-data/application/', 'user-data/feature/'],
    });
    expect(left).toEqual([]);
    expect(contentOf(mock)).toEqual(before);
  });

  it('lists what it cannot find: records that neither the answer nor a list shows', async () => {
    const mock = inNewsroom.fork();
    const ledger = ledgerInMemory();
    const fetch = async (request: Request) => {
      const response = await mock.fetch(request);
      if (request.method === 'POST' && response.ok) return new Response(null, { status: 201 });
      const body = await response.json();
      const paged = Array.isArray(body.data) && { data: body.data.slice(0, 1), total: body.data.length };
      return Response.json({ ...body, ...paged }, response);
    };
    const created: Pick<Case, 'creates' | 'steps'> = {
      creates: ['user-data/package'],
      steps: async ({ userData, name }) => {
        await userData.post('/package', { body: [{ name: name('stays') }] });
      },
    };
    const line = expect.stringMatching(
      /^DELETE \/user-data\/v1\/package\/<id> for each record with conform-\w{8}- in a text$/,
    );
    expect((await runCase(created, mock, { fetch, ledger })).left).toEqual([line]);
    expect((await conform({ fetch, writes: true, ledger, only: ['D7'] })).left).toContainEqual(line);
    expect((await conform({ fetch: mock.fetch, writes: true, ledger, only: ['D7'] })).left).toEqual([]);
    expect(ledger.entries.size).toBe(0);
  });

  it.each<[string, string[], Plant]>([
    ['new users of entitlements', ['user-data/brief-entitlement/new-user'], (fetch) => fetch],
    [
      'a user of a POST whose answer was lost',
      ['user-data/user/types'],
      (fetch) => async (request) => {
        const response = await fetch(request);
        if (request.method === 'POST') throw new TypeError('socket hang up');
        return response;
      },
    ],
    [
      'a user of a POST that was answered with 500',
      ['user-data/user/types'],
      (fetch) => async (request) => {
        const response = await fetch(request);
        return request.method === 'POST' ? Response.json({ data: null }, { status: 500 }) : response;
      },
    ],
  ])('lists what it cannot find in a list with more pages: %s', async (_, one, plant) => {
    const mock = inNewsroom.fork();
    const ledger = ledgerInMemory();
    const paged = changing('GET', /^\/user-data\/v1\/user$/, (body) => ({
      ...body,
      data: body.data.slice(0, 10),
      meta: { next_cursor: 'c2' },
    }));
    const fetch = plant(paged(mock.fetch));
    const { left } = await conform({ fetch, tokens, writes: true, ledger, only: one });
    expect(left).toEqual([
      expect.stringMatching(/^DELETE \/user-data\/v1\/user\/<id> for each record with conform-\w{8}- in a text$/),
    ]);
    expect(ledger.entries.size).toBe(1);
  });

  it('removes what a legacy sync has created from a server with pages', async () => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const paged = changing('GET', /^\/user-data\/v1\/[a-z-]+$/, (body) =>
      Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 3), next: 2 } : body,
    );
    const only = ['user-data/legacy-sync/written', 'user-data/legacy-sync/moves'];
    const { left } = await conform({ fetch: paged(mock.fetch), tokens, writes: true, only });
    expect(left).toEqual([]);
    expect(contentOf(mock)).toEqual(before);
  });

  it('X19: removes what a server keeps although the record that it refers to is gone', async () => {
    const path = '/user-data/v1/content-entitlement';
    const columns = { application_user_id: 'id' };
    const fetch = keeping(path, '/user-data/v1/application-user', columns)(inNewsroom.fork().fetch);
    const listed = async () => (await (await fetch(new Request(`http://localhost${path}`))).json()).data;
    const before = await listed();
    const only = ['user-data/content-entitlement-sync/status'];
    expect(await conform({ fetch, tokens, writes: true, only })).toMatchObject({ left: [] });
    expect(await listed()).toEqual(before);
  });

  it.each<[string, unknown]>([
    ['an error', new Error('no space left on device')],
    ['undefined', undefined],
  ])('ends if the ledger rejects with %s, and removes what it has created', async (_, error) => {
    const mock = inNewsroom.fork();
    const before = contentOf(mock);
    const full = fullLedger(error);
    await expect(conform({ fetch: mock.fetch, tokens, writes: true, ledger: full, only })).rejects.toBe(error);
    expect(contentOf(mock)).toEqual(before);
  });

  it('lists what it cannot remove in the error if the ledger cannot be written', async () => {
    const mock = inNewsroom.fork();
    const fetch = async (request: Request) =>
      request.method === 'DELETE' ? Response.json({ data: null }, { status: 500 }) : mock.fetch(request);
    const ledger = fullLedger(new Error('no space left on device'));
    await expect(conform({ fetch, tokens, writes: true, ledger, only })).rejects.toThrow(
      /^no space left on device; not removed: DELETE \/\S+/,
    );
  });

  it('lists what the server says that it has removed, and has not', async () => {
    const mock = inNewsroom.fork();
    const body = { status_code: 200, data: [] };
    mock.faults.add({ method: 'DELETE', path: '/user-data/v1/package/:id', status: 200, body });
    const { left } = await runCase(
      {
        creates: ['user-data/package'],
        steps: async ({ userData, name }) => {
          await userData.post('/package', { body: [{ name: name('stays') }] });
        },
      },
      mock,
    );
    expect(left).toEqual([
      expect.stringMatching(/^DELETE \/user-data\/v1\/package\/\d+ \(the server said that it did\)$/),
    ]);
  });

  it('stops at a signal, and removes what it has created', async () => {
    for (const stopAfter of [20, 35, 50, 65]) {
      const mock = inNewsroom.fork();
      const before = contentOf(mock);
      const stopper = new AbortController();
      let requests = 0;
      const fetch = (request: Request) => {
        if (++requests === stopAfter) stopper.abort();
        return mock.fetch(request);
      };
      const report = await conform({ fetch, tokens, writes: true, signal: stopper.signal, only });
      expect(report).toMatchObject({ interrupted: true, left: [] });
      expect(contentOf(mock)).toEqual(before);
    }
  });

  it('cleans up after a run that was killed at any moment', async () => {
    for (let killAfter = 3; ; killAfter += 11) {
      const mock = inNewsroom.fork();
      const before = contentOf(mock);
      const ledger = ledgerInMemory();
      let requests = 0;
      // A killed run sends nothing more, although the server may still execute its last request.
      const killed = async (request: Request) => {
        if (++requests > killAfter) throw new TypeError('killed');
        const response = await mock.fetch(request);
        if (requests === killAfter) throw new TypeError('killed');
        return response;
      };
      const { unusable } = await conform({ fetch: killed, tokens, writes: true, ledger, concurrency: 1, only });
      if (!unusable) break;
      await conform({ fetch: mock.fetch, tokens, writes: true, ledger, only: ['D7'] });
      expect(contentOf(mock), `killed after ${killAfter}`).toEqual(before);
      expect(ledger.entries.size).toBe(0);
    }
  });
});

describe('a case may not', () => {
  it.each<[string, Pick<Case, 'creates' | 'steps'>, string]>([
    [
      'write without `creates`',
      {
        steps: async ({ userData, name }) =>
          void (await userData.post('/application', { body: [{ name: name('a') }] })),
      },
      'it has no `creates`',
    ],
    [
      'create another kind',
      {
        creates: ['user-data/client'],
        steps: async ({ userData, name }) =>
          void (await userData.post('/application', { body: [{ name: name('a') }] })),
      },
      'its `creates` lacks user-data/application',
    ],
    [
      'change a record of others',
      {
        creates: ['user-data/user'],
        steps: async ({ userData }) => void (await userData.put('/user/1', { body: { fname: 'Changed' } })),
      },
      '1 is not the id of a record that it created',
    ],
    [
      'remove a record of others',
      { creates: ['user-data/user'], steps: async ({ userData }) => void (await userData.delete('/user/1')) },
      '1 is not the id of a record that it created',
    ],
    [
      'change a record of others with a string id, even if no answer has shown it',
      {
        creates: ['user-data/package'],
        steps: async ({ userData }) => void (await userData.put('/package/gold', { body: { name: 'Changed' } })),
      },
      'gold is not the id of a record that it created',
    ],
    [
      'refer to a record of others with a string id',
      {
        creates: ['user-data/feature-package'],
        steps: async ({ userData }) =>
          void (await userData.post('/feature-package', { body: [{ feature_id: 'search', package_id: 'gold' }] })),
      },
      'is not the id of a record that it created',
    ],
    [
      'write about a user of others',
      {
        creates: ['user-data/user'],
        steps: async ({ userData }) =>
          void (await userData.post('/brief-entitlement', {
            body: [{ email: 'alice@acme.example', brief_slug: 'x' }],
          })),
      },
      'alice@acme.example is not one of its e-mails',
    ],
    [
      'remove a bookmark that it was not given',
      {
        creates: ['public-api/bookmark'],
        needs: ['reader'],
        steps: async ({ reader }) => void (await reader.delete('/bookmark/a/1-1')),
      } as Pick<Case, 'creates' | 'steps'>,
      'it was given no such document',
    ],
  ])('%s', async (_, one, why) => {
    const mock = inNewsroom.fork();
    const before = mock.snapshot().fingerprint;
    expect(await runCase(one, mock)).toMatchObject({
      outcome: 'could not tell',
      missing: expect.stringContaining(why),
    });
    expect(mock.snapshot().fingerprint).toBe(before);
  });
});

it('conform does not remove records of others, even if a server answers with them', async () => {
  const mock = inNewsroom.fork();
  const before = contentOf(mock);
  const everything = async (request: Request) => {
    const response = await mock.fetch(request);
    return request.method === 'POST' && response.ok ? mock.fetch(request.url) : response;
  };
  await conform({ fetch: everything, tokens, writes: true });
  expect(contentOf(mock)).toEqual(before);
});

it('conform does not change records of others with string ids', async () => {
  const mock = inNewsroom.fork();
  const before = contentOf(mock);
  const everything = async (request: Request) => {
    const response = await mock.fetch(new Request(request.url.replace('/id-', '/'), request));
    const answer = request.method === 'POST' && response.ok ? await mock.fetch(request.url) : response;
    return new Response((await answer.text()).replaceAll(/"id":(\d+)/g, '"id":"id-$1"'), answer);
  };
  const { left } = await conform({ fetch: everything, tokens, writes: true, only: ['user-data/package/'] });
  expect(left).toEqual([]);
  expect(contentOf(mock)).toEqual(before);
});

// A report on a mock with which everything agrees is in `cases.test.ts`.
it('conform writes no token into a report', async () => {
  const mock = inNewsroom.fork();
  const telltale = async (request: Request) =>
    Response.json({ data: { [String(request.headers.get('authorization'))]: request.headers.get('authorization') } });
  // Begins with another token.
  const serviceToken = `${Object.values(tokens)[0]}-s3cret`;
  const ofSwitches = cases.filter((one) => one.switch !== undefined);
  for (const options of [{ fetch: mock.fetch, cases: ofSwitches }, { fetch: telltale }]) {
    const report = await conform({ ...options, tokens, serviceToken, writes: true });
    const text = JSON.stringify(report) + junitOf(report);
    expect([...Object.values(tokens), 's3cret'].filter((token) => text.includes(token))).toEqual([]);
  }
});

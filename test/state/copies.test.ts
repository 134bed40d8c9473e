import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { bytesOf, world } from '../support/state-world.js';

const first = { where: { id: { equals: 1 } } };

/** Overwrites every property of a value, at every depth. */
function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    spoil(part);
    (value as Record<string, unknown>)[key] = 'spoiled';
  }
  if (Array.isArray(value)) value.push('spoiled');
}

describe('State: records that the mock returns are copies', () => {
  const sources = {
    create: (data: Data) => [
      data.article.create({ brief_gid: 'd1', title: 'New', source: [{ name: 'N', link: 'l' }] }),
      data.article.create({ brief_gid: 'd1', title: 'Without a source' }),
    ],
    findFirst: (data: Data) => data.article.findFirst(first),
    findMany: (data: Data) => data.legacy_user_preference.findMany(),
    'findMany with a query': (data: Data) => data.client.findMany({ where: { type: { equals: 'paid' } } }),
    getAll: (data: Data) => [data.client.getAll(), data.user.getAll()],
    update: (data: Data) => data.article.update({ ...first, data: { title: 'Changed' } }),
    updateMany: (data: Data) => data.client.updateMany({ where: {}, data: { type: 'other' } }),
    delete: (data: Data) => data.legacy_user_preference.delete(first),
    deleteMany: (data: Data) => data.brief_document.deleteMany({ where: { gid: { equals: 'd1' } } }),
  };
  type Data = ReturnType<typeof createMock>['data'];

  it.each(Object.entries(sources))('changing the result of %s does not change the state', (_, read) => {
    const mock = createMock({ scenario: world });
    const answer = read(mock.data);
    const before = bytesOf(mock);
    const fork = mock.fork();
    spoil(answer);
    // A write, so that the next snapshot is not the cached one.
    mock.data.application.create();
    mock.data.application.delete({ where: { id: { equals: 3 } } });
    expect(JSON.parse(bytesOf(mock)).tables).toEqual(JSON.parse(before).tables);
    expect(bytesOf(fork)).toBe(before);
    expect(mock.data.article.create({ brief_gid: 'd3', title: 'After' }).source).toEqual([]);
  });

  it('changing the arguments of create or update afterwards does not change the state', () => {
    const mock = createMock({ scenario: world });
    const source = [{ name: 'N', link: 'l' }];
    const preference_value = { list: [1, { deep: true }] };
    mock.data.article.create({ brief_gid: 'd1', title: 'New', source });
    mock.data.article.update({ ...first, data: { source } });
    mock.data.legacy_user_preference.update({ ...first, data: { preference_value } });
    const before = bytesOf(mock);
    const fork = mock.fork();
    spoil([source, preference_value]);
    mock.data.application.create();
    expect(JSON.parse(bytesOf(mock)).tables.article).toEqual(JSON.parse(before).tables.article);
    expect(bytesOf(fork)).toBe(before);
  });

  it.each<[string, (mock: ReturnType<typeof createMock>) => unknown]>([
    ['changes', (mock) => mock.changes()],
    ['history.list', (mock) => mock.history.list()],
    ['trace', (mock) => mock.trace()],
  ])('changing the result of %s does not change the mock', (_, read) => {
    const mock = createMock({ scenario: world });
    mock.faults.add({ method: 'GET', path: '/public-api/v1/brief', status: 503, body: { list: [1] } });
    mock.clock.advance({ hours: 1 });
    const all = () => {
      const { start, entries } = mock.trace();
      return structuredClone([mock.snapshot(), mock.changes(), mock.history.list(), mock.faults.all(), start, entries]);
    };
    const before = all();
    spoil(read(mock));
    expect(all()).toEqual(before);
  });

  it('the reading of the clock and the snapshots cannot be changed', () => {
    const mock = createMock({ scenario: world });
    expect(() => spoil(mock.clock.reading())).toThrow(TypeError);
    expect(() => spoil(mock.snapshot())).toThrow(TypeError);
  });

  it('a listener may change what it is called with without changing the history', () => {
    const mock = createMock({ scenario: world });
    mock.on('revision', spoil);
    mock.clock.advance({ hours: 1 });
    expect(mock.history.list()).toMatchObject([{ revision: 1, cause: { kind: 'call', call: 'clock.advance' } }]);
  });

  it('an update function may modify its arguments without changing forks or the baseline', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const fork = mock.fork();
    const changed = mock.data.article.update({
      ...first,
      data: {
        source: (source, row) => {
          spoil(row);
          source.push({ name: 'Added', link: 'https://added.example' });
          return source;
        },
      },
    });
    expect(changed?.source.map(({ name }) => name)).toEqual(['Times', 'Added']);
    expect(JSON.stringify(fork.data.article.findFirst(first)?.source)).not.toContain('Added');
    expect(bytesOf(fork)).toBe(before);
    mock.reset();
    expect(bytesOf(mock)).toBe(before);
  });

  it('an update function that modifies its argument and throws does not change the state', () => {
    const mock = createMock({ scenario: world });
    const before = JSON.parse(bytesOf(mock)).tables;
    const source = (old: unknown[]) => {
      old.length = 0;
      throw new RangeError('no');
    };
    expect(() => mock.data.article.update({ ...first, data: { source: source as never } })).toThrow(RangeError);
    mock.data.application.create();
    mock.data.application.delete({ where: { id: { equals: 3 } } });
    expect(JSON.parse(bytesOf(mock)).tables).toEqual(before);
  });
});

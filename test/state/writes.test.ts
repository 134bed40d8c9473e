import { createMock, MockError, type TableName } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { bytesOf, refusalOf, tableOf, world } from '../support/state-world.js';

describe('X6 all or nothing', () => {
  const post = async (mock: ReturnType<typeof createMock>, table: TableName, items: unknown) => {
    const response = await mock.fetch(`/__mock/data/${table}`, { method: 'POST', body: JSON.stringify(items) });
    return { status: response.status, ...(await response.json()) };
  };

  it('X6 an array of valid items is written in its order', async () => {
    const mock = createMock({ scenario: world });
    const { status, data, total } = await post(mock, 'application', [{ name: 'a' }, {}, { name: 'b' }]);
    expect([status, total]).toEqual([200, 3]);
    expect(data.map(({ id, name }: { id: number; name: string }) => [id, name])).toEqual([
      [3, 'a'],
      [4, null],
      [5, 'b'],
    ]);
    expect(mock.data.application.getAll().slice(2)).toEqual(data);
  });

  it('X6 an array with invalid items writes nothing, and every invalid item is reported', async () => {
    const mock = createMock({ scenario: world });
    const items = [{ name: 'a' }, { name: 'a' }, { name: 'reader' }, { name: 'b' }];
    const before = bytesOf(mock);
    const { status, error } = await post(mock, 'application', items);
    expect([status, error.code]).toEqual([409, 'conflict']);
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['1.name', '2.name']);
    expect(bytesOf(mock)).toBe(before);
  });

  it.each([
    [400, 'malformed_data', [{ name: 'reader' }, { name: '' }]],
    [409, 'conflict', [{ name: 'new' }, { name: 'reader' }]],
  ])('X6 an array with one invalid item gets %i %s', async (status, code, items) => {
    expect(await post(createMock({ scenario: world }), 'application', items)).toMatchObject({
      status,
      error: { code },
    });
  });

  it('X6 items with different errors get malformed_data before not_found before conflict', async () => {
    const mock = createMock({ scenario: world });
    const conflict = { name: 'share', app_id: 1 };
    const missing = { name: 'new', app_id: 9 };
    const malformed = { name: 5, app_id: 1 };
    const codeOf = async (...items: object[]) => (await post(mock, 'feature', items)).error.code;
    expect(await codeOf(conflict, missing)).toBe('not_found');
    expect(await codeOf(conflict, missing, malformed)).toBe('malformed_data');
    expect(await codeOf(malformed, conflict)).toBe('malformed_data');
  });

  it('X6 an item may refer to an earlier one, unless another item is invalid', async () => {
    const mock = createMock({ scenario: world });
    const good = [{ label: 'one' }, { label: 'two', parent: 4 }];
    expect((await post(mock, 'preference_hierarchy', [...good, { label: '' }])).status).toBe(400);
    expect((await post(mock, 'preference_hierarchy', good)).data[1]).toMatchObject({ id: 5, parent: 4 });
  });

  it('X6 every item with a taken key is reported, and the record that has the key stays', async () => {
    const mock = createMock({ scenario: world });
    const [document] = mock.data.brief_document.getAll();
    const copy = { gid: document?.gid, brief_id: document?.brief_id, date: '2030-01-01' };
    const { status, error } = await post(mock, 'brief_document', [copy, { ...copy, date: '2030-01-02' }]);
    expect(status).toBe(409);
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['0.gid', '1.gid']);
    expect(mock.data.brief_document.getAll()[0]).toEqual(document);
  });

  it('a conflict names the last unique column that was given, and the values of all', () => {
    const { feature_package } = createMock({ scenario: world }).data;
    const message = 'package_id 2 with feature_id 2 is already taken by another feature_package';
    const { issues } = refusalOf(() => feature_package.create({ package_id: 2, feature_id: 2 }));
    expect(issues).toEqual([{ path: 'feature_id', message }]);
    const { id } = feature_package.create({ package_id: 1, feature_id: 2 });
    const change = () => feature_package.update({ where: { id: { equals: id } }, data: { package_id: 2 } });
    expect(refusalOf(change).issues).toEqual([{ path: 'package_id', message }]);
  });

  it('X6 X9 concurrent requests are processed one after the other', async () => {
    const mock = createMock({ scenario: world });
    const bodies = Array.from({ length: 12 }, (_, n) => [
      { name: `a${n}` },
      { name: n % 3 === 0 ? 'reader' : `b${n}` },
    ]);
    const answers = await Promise.all(bodies.map((body) => post(mock, 'application', body)));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map((_, n) => (n % 3 === 0 ? 409 : 200)));
    expect(mock.data.application.getAll().map(({ id }) => id)).toEqual(Array.from({ length: 18 }, (_, n) => n + 1));
  });

  it('X6 updateMany changes all matching records or none', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const { code } = refusalOf(() => mock.data.brief_document.updateMany({ where: {}, data: { date: '2026-03-04' } }));
    expect(code).toBe('conflict');
    expect(bytesOf(mock)).toBe(before);

    const changed = mock.data.brief_document.updateMany({
      where: { gid: { in: ['d1', 'd3'] } },
      data: { date: '2026-03-09' },
    });
    expect(changed.map(({ gid, date }) => [gid, date])).toEqual([
      ['d1', '2026-03-09'],
      ['d3', '2026-03-09'],
    ]);
  });

  it('X6 updateMany changes nothing when an update function throws', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const rename = (name: string) => {
      if (name === 'Evening') throw new RangeError('no more');
      return 'changed';
    };
    expect(() => mock.data.brief.updateMany({ where: {}, data: { name: rename } })).toThrow(RangeError);
    expect(bytesOf(mock)).toBe(before);
  });

  it('X6 createMock() throws when its scenario creates an invalid record', () => {
    const bad = { ...world, seed: ({ data }: Parameters<typeof world.seed>[0]) => void data.user.create({} as never) };
    expect(() => createMock({ scenario: bad })).toThrow(MockError);
  });
});

describe('State: update functions', () => {
  it('an update function gets the old value and the record, and returns the new value', () => {
    const { data } = createMock({ scenario: world });
    const changed = data.article.updateMany({
      where: { brief_gid: { equals: 'd1' } },
      data: { title: (title, row) => `${title} ${row.position}`, position: (position) => position * 10 },
    });
    expect(changed.map(({ title, position }) => [title, position])).toEqual([
      ['X 1', 10],
      ['Y 2', 20],
    ]);
  });

  it('the result of an update function is validated', () => {
    const mock = createMock({ scenario: world });
    const before = bytesOf(mock);
    const position = () => -1;
    const { code, issues } = refusalOf(() => mock.data.article.updateMany({ where: {}, data: { position } }));
    expect([code, issues[0]?.path]).toEqual(['malformed_data', 'position']);
    expect(bytesOf(mock)).toBe(before);
  });

  it('an update function that returns undefined leaves the column unchanged', () => {
    const mock = createMock({ scenario: world });
    const before = JSON.parse(bytesOf(mock));
    tableOf(mock, 'brief').update({ where: { id: { equals: 'b1' } }, data: { name: () => undefined } });
    expect(JSON.parse(bytesOf(mock))).toEqual(before);
  });
});

import { createMock, type ListQuery, type Where } from 'briefs-mock';
import { describe, expect, it, vi } from 'vitest';
import { refusalOf, tableOf, world } from '../support/state-world.js';

const { data } = createMock({ scenario: world });

describe('State: comparators of strings', () => {
  const gids = (where: Where<'brief_document'>) => data.brief_document.findMany({ where }).map(({ gid }) => gid);
  it.each<[Where<'brief_document'>, string[]]>([
    [{ gid: { equals: 'd1' } }, ['d1']],
    [{ gid: { equals: 'D1' } }, []],
    [{ gid: { notEquals: 'd1' } }, ['d2', 'd3']],
    [{ date: { contains: '03-04' } }, ['d2', 'd3']],
    [{ date: { notContains: '03-04' } }, ['d1']],
    [{ date: { gt: '2026-03-03' } }, ['d2', 'd3']],
    [{ date: { gte: '2026-03-03' } }, ['d1', 'd2', 'd3']],
    [{ date: { lt: '2026-03-04' } }, ['d1']],
    [{ date: { lte: '2026-03-04' } }, ['d1', 'd2', 'd3']],
    [{ gid: { in: ['d3', 'd1', 'no'] } }, ['d1', 'd3']],
    [{ gid: { in: [] } }, []],
    [{ gid: { notIn: ['d3', 'd1'] } }, ['d2']],
    [{ gid: { gt: 'd1', lt: 'd3' } }, ['d2']],
    [{ brief_id: { equals: 'b1' }, date: { equals: '2026-03-04' } }, ['d2']],
    [{ date: { equals: '2026-03-04' }, gid: { notEquals: 'd2' } }, ['d3']],
    [{}, ['d1', 'd2', 'd3']],
  ])('strings: %j', (where, expected) => {
    expect(gids(where)).toEqual(expected);
    expect(data.brief_document.count({ where })).toBe(expected.length);
    expect(data.brief_document.findFirst({ where })?.gid).toBe(expected[0]);
  });
});

describe('State: comparators of numbers', () => {
  it.each<[Where<'feature_package'>, number[]]>([
    [{ id: { equals: 2 } }, [2]],
    [{ id: { notEquals: 2 } }, [1, 3]],
    [{ id: { between: [2, 3] } }, [2, 3]],
    [{ id: { notBetween: [2, 3] } }, [1]],
    [{ id: { gt: 2 } }, [3]],
    [{ id: { gte: 2 } }, [2, 3]],
    [{ id: { lt: 2 } }, [1]],
    [{ id: { lte: 2 } }, [1, 2]],
    [{ id: { in: [3, 1] } }, [1, 3]],
    [{ id: { notIn: [3, 1] } }, [2]],
    [{ package_id: { equals: 2 }, display_order: { gt: 1 } }, [3]],
  ])('numbers: %j', (where, expected) => {
    expect(data.feature_package.findMany({ where }).map(({ id }) => id)).toEqual(expected);
    expect(data.feature_package.count({ where })).toBe(expected.length);
  });
});

describe('State: comparators of booleans, e-mails and nullable columns', () => {
  it('equals and notEquals compare booleans', () => {
    expect(data.brief.findMany({ where: { is_public: { equals: true } } }).map(({ id }) => id)).toEqual(['b1']);
    expect(data.brief.findMany({ where: { is_public: { notEquals: true } } }).map(({ id }) => id)).toEqual(['b2']);
  });

  it.each<[Where<'user'>, number[]]>([
    [{ email: { equals: 'BO@ACME.EXAMPLE' } }, [2]],
    [{ email: { notEquals: 'BO@ACME.EXAMPLE' } }, [1, 3]],
    [{ email: { contains: '@ACME' } }, [1, 2]],
    [{ email: { notContains: '@ACME' } }, [3]],
    [{ email: { in: ['CY@BETA.EXAMPLE', 'Ann@Acme.example'] } }, [1, 3]],
    [{ email: { notIn: ['CY@BETA.EXAMPLE'] } }, [1, 2]],
    [{ email: { lt: 'C' } }, [1, 2]],
    [{ email: { gte: 'BO' } }, [2, 3]],
  ])('X24 e-mails are case-insensitive: %j', (where, expected) => {
    expect(data.user.findMany({ where }).map(({ id }) => id)).toEqual(expected);
  });

  it('X24 a record found by an e-mail in another case is returned as it is stored', () => {
    expect(data.user.findFirst({ where: { email: { equals: 'bo@acme.example' } } })?.email).toBe('Bo@Acme.example');
  });

  it.each<[Where<'user'>, number[]]>([
    [{ client_id: { equals: 1 } }, [1, 2]],
    [{ client_id: { notEquals: 2 } }, [1, 2]],
    [{ client_id: { gte: 0 } }, [1, 2]],
    [{ client_id: { notEquals: null } }, [1, 2]],
    [{ client_id: { equals: null } }, [3]],
    [{ client_id: { equals: null }, id: { lt: 3 } }, []],
    [{ client_id: { equals: null, lt: 3 } }, []],
    [{ client_id: { equals: null }, email: { contains: 'CY' } }, [3]],
  ])('null matches no comparator but equals: null: %j', (where, expected) => {
    expect(data.user.findMany({ where }).map(({ id }) => id)).toEqual(expected);
  });

  it('D21 a condition on the default brief finds defaults and others', () => {
    const { data } = createMock({ scenario: world });
    const email = 'default@acme.example';
    data.user.create({ fname: 'D', lname: 'L', email });
    const briefs = ['d-1', 'd-2', 'd-3'].map((slug) => data.brief.create({ name: slug, slug }));
    for (const { slug } of briefs) data.brief_entitlement.create({ email, brief_slug: slug, is_default: true });
    const slugs = (where: Where<'brief_entitlement'>) =>
      data.brief_entitlement
        .findMany({ where: { email: { equals: email }, ...where } })
        .map(({ brief_slug }) => brief_slug);
    expect(slugs({ is_default: { equals: true } })).toEqual(['d-3']);
    expect(slugs({ is_default: { equals: false } })).toEqual(['d-1', 'd-2']);
    data.brief_entitlement.update({ where: { brief_slug: { equals: 'd-1' } }, data: { is_default: true } });
    expect(slugs({ is_default: { equals: true } })).toEqual(['d-1']);
    expect(data.brief_entitlement.count({ where: { is_default: { equals: true } } })).toBeGreaterThan(0);
    data.brief_entitlement.delete({ where: { brief_slug: { equals: 'd-1' } } });
    expect(slugs({ is_default: { equals: true } })).toEqual([]);
    expect(slugs({ is_default: { equals: false } })).toEqual(['d-2', 'd-3']);
  });

  it('records with null can be updated', () => {
    const { user } = createMock({ scenario: world }).data;
    const changed = user.updateMany({ where: { client_id: { equals: null } }, data: { fname: 'X' } });
    expect(changed.map(({ id }) => id)).toEqual([3]);
  });
});

describe('State: many records with the same value in an index', () => {
  const { data: crowd } = createMock();
  const names = ['B', 'D', 'F'];
  // More records of each name than fit into one node of the index.
  for (let n = 0; n < 300; n++) {
    crowd.user.create({ fname: names[n % 3] as string, lname: 'L', email: `user-${n}@acme.example` });
  }

  it.each(['A', 'B', 'C', 'D', 'E', 'F', 'G'])('equals finds all records with %s, and no others', (fname) => {
    const found = crowd.user.findMany({ where: { fname: { equals: fname } } });
    expect(found).toEqual(crowd.user.getAll().filter((user) => user.fname === fname));
    expect(found).toHaveLength(names.includes(fname) ? 100 : 0);
  });
});

describe('State: order and pages of a list', () => {
  const names = (query: ListQuery<'package'>) => shelf.package.findMany(query).map(({ name }) => name);
  const { data: shelf } = createMock();
  for (const [name, display_name, status] of [
    ['d', 'z', 'x'],
    ['b', null, 'x'],
    ['a', 'y', 'w'],
    ['c', null, 'w'],
    ['e', 'x', 'x'],
  ] as const) {
    shelf.package.create({ name, display_name, status });
  }

  it('X11 lists are ordered by key by default', () => {
    expect(names({})).toEqual(['d', 'b', 'a', 'c', 'e']);
    expect(names({ where: { status: { equals: 'x' } } })).toEqual(['d', 'b', 'e']);
    expect(data.brief_document.getAll().map(({ gid }) => gid)).toEqual(['d1', 'd2', 'd3']);
  });

  it('orderBy sorts by one column, asc or desc', () => {
    expect(names({ orderBy: { name: 'asc' } })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(names({ orderBy: { name: 'desc' } })).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(names({ orderBy: { id: 'desc' } })).toEqual(['e', 'c', 'a', 'b', 'd']);
  });

  it('orderBy sorts by several columns in a list', () => {
    expect(names({ orderBy: [{ status: 'asc' }, { name: 'desc' }] })).toEqual(['c', 'a', 'e', 'd', 'b']);
  });

  it('orderBy sorts by several columns in one object, without a warning', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(names({ orderBy: { status: 'asc', name: 'desc' } })).toEqual(['c', 'a', 'e', 'd', 'b']);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it.each(['asc', 'desc'] as const)('orderBy %s of a nullable column sorts the values that are not null', (way) => {
    const ordered = shelf.package.findMany({ orderBy: { display_name: way } }).map((row) => row.display_name);
    const texts = ordered.filter((text) => text !== null);
    expect(texts).toEqual(way === 'asc' ? ['x', 'y', 'z'] : ['z', 'y', 'x']);
    expect(ordered).toHaveLength(5);
  });

  it('orderBy keeps records with equal values in the order of keys', () => {
    expect(names({ orderBy: { status: 'asc' } })).toEqual(['a', 'c', 'd', 'b', 'e']);
  });

  it('skip leaves out the first records, and take limits the number', () => {
    expect(names({ skip: 1, take: 2 })).toEqual(['b', 'a']);
    expect(names({ take: 2 })).toEqual(['d', 'b']);
    expect(names({ skip: 4 })).toEqual(['e']);
    expect(names({ skip: 9 })).toEqual([]);
    expect(names({ take: 99 })).toHaveLength(5);
    expect(names({ orderBy: { name: 'asc' }, skip: 1, take: 2 })).toEqual(['b', 'c']);
  });

  it('take: 0 gives an empty list', () => {
    expect(names({ take: 0 })).toEqual([]);
  });

  it('cursor starts after the record with this key, in the order of orderBy', () => {
    expect(names({ cursor: 2 })).toEqual(['a', 'c', 'e']);
    expect(names({ cursor: 2, take: 1 })).toEqual(['a']);
    expect(names({ cursor: 5 })).toEqual([]);
    expect(names({ cursor: 99 })).toEqual([]);
    expect(names({ orderBy: { name: 'desc' }, cursor: 1 })).toEqual(['c', 'b', 'a']);
    expect(names({ cursor: null, take: 1 })).toEqual(['d']);
    const pages = data.brief_document.findMany({ cursor: 'd1', take: 1 });
    expect(pages.map(({ gid }) => gid)).toEqual(['d2']);
  });
});

describe('State: invalid queries', () => {
  it('an unknown table is undefined', () => {
    expect(Object.keys(data)).not.toContain('users');
    expect((data as unknown as Record<string, unknown>).users).toBeUndefined();
  });

  const fresh = tableOf(createMock({ scenario: world }), 'user');
  const unknown = { where: { nickname: { equals: 'x' } } };
  const verbs = ['findFirst', 'findMany', 'count', 'update', 'updateMany', 'delete', 'deleteMany'] as const;
  /** The arguments of a method: the query and, for an update, data. */
  const asked = (verb: (typeof verbs)[number], query: { where: object; strict?: boolean }) =>
    ({ ...query, ...(verb.startsWith('update') && { data: { fname: 'X' } }) }) as {
      where: Where<'user'>;
      data: object;
    };
  it.each(verbs)('%s rejects an unknown column, and the message names it', (verb) => {
    const { code, message } = refusalOf(() => fresh[verb](asked(verb, unknown)));
    expect(code).toBe('malformed_data');
    expect(message).toContain('nickname');
    expect(message).toContain('email');
  });

  it.each(verbs)('%s rejects conditions outside of where', (verb) => {
    const loose = { email: { equals: 'bo@acme.example' } };
    expect(refusalOf(() => fresh[verb](loose as never))).toMatchObject({
      code: 'malformed_data',
      message: expect.stringMatching(new RegExp(`^user\\.${verb} has no option email; it has where, strict`)),
    });
    expect(fresh.count()).toBe(3);
  });

  it.each(verbs)('%s rejects a query that is not an object', (verb) => {
    for (const query of [null, 5, 'x', []]) {
      expect(refusalOf(() => fresh[verb](query as never)).message).toMatch(`user.${verb} takes an object, not`);
    }
  });

  it.each(verbs.filter((verb) => verb !== 'findMany'))('%s requires where, which may be empty', (verb) => {
    for (const where of [undefined, null, 'x']) {
      const { message } = refusalOf(() => fresh[verb](asked(verb, { where: where as never })));
      expect(message).toMatch(/^where: must be an object of conditions \({} matches every record\), but is /);
    }
  });

  it.each(verbs)('%s rejects a condition that is undefined', (verb) => {
    const { message } = refusalOf(() => fresh[verb](asked(verb, { where: { email: undefined } })));
    expect(message).toBe('where.email: must be an object such as { equals: … }, but is undefined');
    expect(fresh.count()).toBe(3);
  });

  it.each([['5'], [true]])('cursor rejects a value of another type than the key: %j', (cursor) => {
    const { message } = refusalOf(() => fresh.findMany({ cursor: cursor as never }));
    expect(message).toBe(`cursor: must be a number, the key of a record, but is ${JSON.stringify(cursor)}`);
  });

  it.each(['__proto__', 'constructor', 'toString'])('where rejects the unknown column %s', (column) => {
    const where = JSON.parse(`{${JSON.stringify(column)}: {"equals": 1}}`);
    expect(refusalOf(() => fresh.findMany({ where })).message).toContain(column);
  });

  it('orderBy rejects an unknown column, and the message names it', () => {
    const { code, message } = refusalOf(() => fresh.findMany({ orderBy: { nickname: 'asc' } }));
    expect(code).toBe('malformed_data');
    expect(message).toContain('nickname');
  });

  it.each([
    ['a string for a number', { id: { equals: '1' } }, 'where.id.equals: must be a number, but is "1"'],
    ['undefined', { id: { equals: undefined } }, 'where.id.equals: must be a number, but is undefined'],
    ['an array for a string', { fname: { equals: ['Ann'] } }, 'where.fname.equals: must be a string, but is ["Ann"]'],
    ['a number for a string', { fname: { contains: 1 } }, 'where.fname.contains: must be a string, but is 1'],
    ['a bigint', { id: { gt: 1n } }, 'where.id.gt: must be a number, but is 1'],
    [
      'a string in a list of numbers',
      { id: { in: [1, '2'] } },
      'where.id.in: must be an array of numbers, but is [1,"2"]',
    ],
    ['null for a bound', { id: { gt: null } }, 'where.id.gt: must be a number, but is null'],
    ['null for a key', { id: { equals: null } }, 'where.id.equals: must be a number, but is null'],
    [
      'a number or null as a text',
      { client_id: { notEquals: '1' } },
      'where.client_id.notEquals: must be a number or null, but is "1"',
    ],
    [
      'null in a list',
      { client_id: { in: [1, null] } },
      'where.client_id.in: must be an array of numbers, but is [1,null]',
    ],
    ['one bound', { id: { between: [4] } }, 'where.id.between: must be an array of two numbers, but is [4]'],
    [
      'three bounds',
      { id: { notBetween: [1, 2, 3] } },
      'where.id.notBetween: must be an array of two numbers, but is [1,2,3]',
    ],
    ['a symbol', { email: { notEquals: Symbol('x') } }, 'where.email.notEquals: must be a string, but is Symbol(x)'],
    [
      'an object without prototype',
      { id: { equals: Object.create(null) } },
      'where.id.equals: must be a number, but is {}',
    ],
  ])('a value of another type than its column is rejected: %s', (_, where, message) => {
    expect(refusalOf(() => fresh.findMany({ where }))).toMatchObject({ code: 'malformed_data', message });
    expect(refusalOf(() => fresh.deleteMany({ where })).message).toBe(message);
  });

  it.each([
    ['in a table with records', 'user'],
    ['in an empty table', 'empty'],
  ])('an unknown comparator is rejected %s, and the message names it', (_, of) => {
    const table = of === 'user' ? fresh : tableOf(createMock(), 'user');
    const { code, message } = refusalOf(() => table.findMany({ where: { fname: { equal: 'Ann' } } }));
    expect(code).toBe('malformed_data');
    expect(message).toContain('equal');
  });

  it.each(verbs)('%s with strict throws not_found when no record matches', (verb) => {
    const query = { where: { id: { equals: 99 } }, strict: true };
    const { code, message } = refusalOf(() => fresh[verb](asked(verb, query)));
    expect(code).toBe('not_found');
    expect(message).toContain('user');
    expect(message).toContain('99');
  });

  it('strict changes nothing when a record matches', () => {
    expect(fresh.findFirst({ where: { id: { equals: 1 } }, strict: true })?.id).toBe(1);
    expect(fresh.findMany({ strict: true })).toHaveLength(3);
  });

  it('without strict, the result is null, 0 or an empty list when no record matches', () => {
    const none = { where: { id: { equals: 99 } } };
    const data = { fname: 'X' };
    expect(fresh.findFirst(none)).toBeNull();
    expect(fresh.update({ ...none, data })).toBeNull();
    expect(fresh.delete(none)).toBeNull();
    expect(fresh.findMany(none)).toEqual([]);
    expect(fresh.updateMany({ ...none, data })).toEqual([]);
    expect(fresh.deleteMany(none)).toEqual([]);
    expect(fresh.count(none)).toBe(0);
  });

  it.each<[string, object, string]>([
    ['a list for where', { where: [] }, 'where: must be an object of conditions ({} matches every record), but is []'],
    [
      'a string for orderBy',
      { where: {}, orderBy: 'fname' },
      "orderBy: must be an object such as { id: 'asc' } or a list of such objects",
    ],
  ])('findMany rejects %s', (_, query, message) => {
    expect(refusalOf(() => fresh.findMany(query)).message).toContain(message);
  });

  it.each([
    [null, 'null'],
    ['Ann', '"Ann"'],
    [7, '7'],
    [{}, '{}'],
  ])('a condition that is not an object with a comparator is rejected: %j', (condition, shown) => {
    const { message } = refusalOf(() => fresh.findMany({ where: { fname: condition } as never }));
    expect(message).toBe(`where.fname: must be an object such as { equals: … }, but is ${shown}`);
  });

  it.each(['equals', 'notEquals', 'gt'])('%s rejects NaN, which equals no number', (name) => {
    const { message } = refusalOf(() => fresh.findMany({ where: { id: { [name]: Number.NaN } } }));
    expect(message).toBe(`where.id.${name}: must be a number, but is NaN`);
  });

  it.each(['skip', 'take'])('%s rejects a number below 0', (name) => {
    const { message } = refusalOf(() => fresh.findMany({ [name]: -1 }));
    expect(message).toBe(`${name}: must be an integer of 0 or more, but is -1`);
  });

  it('where rejects a column of arrays or objects', () => {
    const where = { domain: { equals: 'a.example' } } as never;
    const { message } = refusalOf(() => createMock().data.client.findMany({ where }));
    expect(message).toContain('client.domain contains arrays or objects');
  });

  it('orderBy rejects a column of arrays or objects', () => {
    const { client } = createMock().data;
    const orderBy = { domain: 'asc' } as const;
    expect(refusalOf(() => client.findMany({ orderBy })).message).toContain('client.domain contains arrays or objects');
  });

  it.each([
    [[], '[]'],
    [null, 'null'],
    ['Eve', '"Eve"'],
  ])('update rejects %j as data', (data, shown) => {
    const change = () => fresh.update({ where: { id: { equals: 1 } }, data: data as never });
    expect(refusalOf(change).message).toContain(`must be an object of column values, but is ${shown}`);
  });

  it('deleteMany returns copies of the deleted records', () => {
    const { user } = createMock({ scenario: world }).data;
    const before = user.getAll();
    expect(user.deleteMany({ where: {} })).toEqual(before);
  });
});

import { createMock, defineScenario, type ScenarioContext } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

type Tables = Parameters<ScenarioContext['load']>[0];

function mockOf(tables: Tables) {
  const scenario = defineScenario({
    name: 'loaded',
    description: 'records that another system has',
    clock: '2026-03-04T09:00:00Z',
    personas: [],
    seed: ({ load }) => load(tables),
  });
  return createMock({ scenario });
}

const brief = { id: 'b-7', name: 'Rail', slug: 'rail' };
const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };

describe('load: a scenario takes over records of another system', () => {
  it('keeps the ids of all tables, in any order of tables', () => {
    const { tables } = createMock({ scenario: newsroom }).snapshot();
    const reversed = Object.fromEntries(Object.entries(tables).toReversed());
    expect(mockOf(reversed).snapshot().tables).toEqual(tables);
  });

  it('a new record gets the id after the largest one', () => {
    const mock = mockOf({ user: [{ id: 41, ...bo }] });
    const { id } = mock.data.user.create({ fname: 'Al', lname: 'Ek', email: 'al@acme.example' });
    expect(id).toBe(42);
  });

  it('columns that are left out get their default, an id the next number, in the order of the records', () => {
    const mock = mockOf({
      article: [
        { brief_gid: 'd-1', title: 'First' },
        { brief_gid: 'd-1', title: 'Second' },
      ],
      brief_document: [{ gid: 'd-1', brief_id: 'b-7', date: '2026-03-04' }],
      brief: [brief],
    });
    expect(mock.data.article.getAll()).toMatchObject([
      { id: 1, gid: 'first', position: 1, source: [], category: null },
      { id: 2, gid: 'second', position: 2 },
    ]);
    expect(mock.data.brief.getAll()).toMatchObject([{ ...brief, is_active: true, is_public: false }]);
  });

  it.each<[string, Tables, string]>([
    ['a table that does not exist', { users: [] }, 'Scenario loaded: there is no table users; the tables are client, '],
    ['no tables', null as never, 'Scenario loaded: load takes an object of tables, not null'],
    [
      'records that are not a list',
      { user: {} as never },
      'Scenario loaded: user must be an array of records, but is {}',
    ],
    ['a column that does not exist', { brief: [{ ...brief, nick: 1 }] }, 'brief.0.nick (brief "b-7"): is unknown'],
    ['a missing column', { brief: [{ slug: 'rail' }] }, 'Scenario loaded: brief.0.name'],
    [
      'a record without its target',
      { brief_document: [{ gid: 'd', brief_id: 'b', date: '2026-03-04' }] },
      'no brief has id "b"',
    ],
    ['two records with the same slug', { brief: [brief, { ...brief, id: 'b-8' }] }, 'brief.1.slug (brief "b-8")'],
    [
      'a rule that is broken',
      { preference_hierarchy: [{ id: 1, label: 'A', parent: 1 }] },
      'cannot be 1, which is the entry itself',
    ],
    [
      'D21 two defaults of a user',
      {
        user: [bo],
        brief: [brief, { name: 'Steel' }],
        brief_entitlement: ['rail', 'steel'].map((brief_slug) => ({ ...bo, brief_slug, is_default: true })),
      },
      'brief_entitlement.1.is_default: is also true for brief_entitlement 1 of bo@acme.example',
    ],
  ])('the error says where the problem is: %s', (_, tables, message) => {
    expect(() => mockOf(tables)).toThrow(message);
  });

  it('X24 writes e-mails as the user record has them', () => {
    const { data } = mockOf({ user: [bo], access_token: [{ token: 'bo-token', email: 'BO@Acme.example' }] });
    expect(data.access_token.getAll()).toMatchObject([{ token: 'bo-token', email: 'bo@acme.example' }]);
  });

  it.each<[string, Tables]>([
    ['a missing target', { user: [{ ...bo, client_id: 99 }] }],
    ['a duplicate', { user: [bo, bo] }],
  ])('changes nothing if it is refused for %s', (_, tables) => {
    const scenario = defineScenario({
      name: 'loaded',
      description: 'goes on without the records',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: ({ load, data }) => {
        expect(() => load(tables)).toThrow('user.');
        data.user.create(bo);
      },
    });
    expect(createMock({ scenario }).data.user.getAll()).toMatchObject([{ id: 1, ...bo }]);
  });
});

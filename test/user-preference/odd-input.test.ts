import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { anyCharacter } from '../support/odd-values.js';
import { runs } from '../support/state-runs.js';
import { open } from '../support/user-preference.js';

const BASE = '/user-preference/v1';

/** Values that most fields reject. */
const odd = fc.oneof(
  fc.constantFrom(null, true, '', -1, 0, 0.5, 1e21, Number.MAX_SAFE_INTEGER, '\ud800', '\0', '😀'),
  fc.string({ unit: anyCharacter }),
  fc.jsonValue({ maxDepth: 2 }),
);
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: odd });
const id = fc.integer({ min: 1, max: 5 });
const text = fc.constantFrom('Reader', 'Kiosk', 'Topics', 'x', '');
const fitting = {
  id,
  name: text,
  label: fc.constantFrom('Notices', 'Weekly'),
  description: fc.option(text),
  parent: fc.option(id),
  preference_id: id,
  entity_gid: fc.option(text),
  preference_value: fc.option(text),
  "preference_value'": fc.option(text),
  schema_version: fc.option(fc.integer()),
  preference_hierarchy: id,
  user_id: id,
  user_email: fc.constantFrom('ANN@reader.example', 'ben@reader.example', 'cy@reader.example'),
  application_preference: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom('Entity', 'Generic', 'entity', 'GENERIC'),
};
type Field = keyof typeof fitting;

/** A record with any subset of these fields. */
const anyOf = (...fields: Field[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, mostly(fitting[field])])), { requiredKeys: [] });
/** A record with all needed fields and any subset of the others. */
const record = (needed: Field[], ...others: Field[]) =>
  fc
    .tuple(fc.record(Object.fromEntries(needed.map((field) => [field, mostly(fitting[field])]))), anyOf(...others))
    .map(([first, second]) => ({ ...first, ...second }));

const NEEDED: Field[] = ['user_id', 'application_preference', 'preference_hierarchy'];
const resources = {
  application: { made: anyOf('id', 'name', 'description'), changed: anyOf('id', 'name', 'description') },
  'entity-preference': {
    made: record(['preference_id'], 'id', 'entity_gid'),
    changed: anyOf('id', 'preference_id', 'entity_gid'),
  },
  'generic-preference': {
    made: record(['preference_id'], 'id', 'preference_value', "preference_value'", 'schema_version'),
    changed: anyOf('id', 'preference_id', 'preference_value', "preference_value'", 'schema_version'),
  },
  preference: {
    made: record(NEEDED, 'id', 'name', 'type'),
    changed: anyOf('id', 'name', 'preference_hierarchy', 'user_email', 'application_preference', 'type'),
  },
  'preference-hierarchy': {
    made: record(['label'], 'id', 'description', 'parent'),
    changed: anyOf('id', 'label', 'description', 'parent'),
  },
} satisfies Record<string, Record<string, fc.Arbitrary<object>>>;

const several = (item: fc.Arbitrary<object>) => mostly(fc.array(mostly(item), { maxLength: 3 }));
const setting = fc
  .tuple(
    record(NEEDED, 'name'),
    fc.oneof(
      fc.record({ generic: several(anyOf('preference_value', 'schema_version')) }),
      fc.record({ type: fitting.type, entity: several(anyOf('entity_gid')) }),
      anyOf('type', 'user_email'),
    ),
  )
  .map(([columns, values]) => ({ ...columns, ...values }));
const filters = fc.record(
  Object.fromEntries(
    [...NEEDED, 'id' as const, 'name' as const, 'user_email' as const, 'type' as const].map((field) => [
      field,
      mostly(fc.array(mostly(fitting[field]), { maxLength: 3 })),
    ]),
  ),
  { requiredKeys: [] },
);

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}
const request: fc.Arbitrary<Request> = fc.oneof(
  ...Object.entries(resources).flatMap(([name, { made, changed }]) => [
    several(made).map((body) => ({ method: 'POST', path: `/${name}`, body })),
    fc.tuple(id, mostly(changed)).map(([id, body]) => ({ method: 'PUT', path: `/${name}/${id}`, body })),
    id.map((id) => ({ method: 'DELETE', path: `/${name}/${id}` })),
  ]),
  { weight: 4, arbitrary: several(setting).map((body) => ({ method: 'POST', path: '/set-preference', body })) },
  { weight: 2, arbitrary: mostly(filters).map((body) => ({ method: 'POST', path: '/get-preference', body })) },
);

interface Preference {
  id: number;
  name: string;
  type: 'Entity' | 'Generic';
  preference_hierarchy: number | null;
  user_id: number;
  user_email: string;
  application_preference: number;
}

// For every request, `send` also checks that the answer matches its declared schema, and that only an accepted write
// changes the state.
describe('Random input to the user-preference API', () => {
  const { mock, send, userPreference } = open();
  beforeEach(() => mock.reset());

  it('X5, X8: any sequence of requests gets 200, 400, 404 or 409, and the lists stay consistent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
        mock.reset();
        for (const { method, path, body } of requests) {
          const { status, text } = await send(method, BASE + path, body === undefined ? {} : { body });
          expect([200, 400, 404, 409], `${method} ${path}: ${text}`).toContain(status);
        }

        const preferences = await userPreference.get<Preference[]>('/preference');
        const generic = await userPreference.get<{ preference_id: number }[]>('/generic-preference');
        const entity = await userPreference.get<{ preference_id: number }[]>('/entity-preference');
        const valuesOf = (rows: { preference_id: number }[], id: number) =>
          rows.filter(({ preference_id }) => preference_id === id).map(({ preference_id, ...value }) => value);
        expect(await userPreference.post('/get-preference', {})).toEqual(
          preferences.map((each) => ({
            ...each,
            generic: valuesOf(generic, each.id),
            entity: valuesOf(entity, each.id),
          })),
        );
        const typeOf = new Map(preferences.map(({ id, type }) => [id, type]));
        for (const { preference_id } of generic) expect(typeOf.get(preference_id)).toBe('Generic');
        for (const { preference_id } of entity) expect(typeOf.get(preference_id)).toBe('Entity');

        const entries = await userPreference.get<{ id: number; parent: number | null }[]>('/preference-hierarchy');
        const parentOf = new Map(entries.map(({ id, parent }) => [id, parent]));
        for (const { id } of entries) {
          let above: number | null | undefined = id;
          for (let steps = 0; above !== null; steps++) {
            expect(above !== undefined && steps <= entries.length, `the way up from ${id}`).toBe(true);
            above = parentOf.get(above as number);
          }
        }
        for (const { preference_hierarchy } of preferences) {
          if (preference_hierarchy !== null) expect(parentOf.has(preference_hierarchy)).toBe(true);
        }

        const applications = await userPreference.get<{ name: string | null }[]>('/application');
        const names = applications.map(({ name }) => name).filter((name) => name !== null);
        expect(new Set(names).size).toBe(names.length);
      }),
      runs('preference requests', 150),
    );
  });

  it('X5: any JSON body gets a status below 500 from every route that takes a body', async () => {
    const paths = [...Object.keys(resources), 'get-preference', 'set-preference'].map((name) => `/${name}`);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.json({ maxDepth: 4 }),
        fc.boolean(),
        async (path, json, inArray) => {
          mock.reset();
          const body = inArray ? `[${json}]` : json;
          expect((await send('POST', BASE + path, { body })).status).toBeLessThan(500);
          expect((await send('PUT', `${BASE}${path}/1`, { body })).status).toBeLessThan(500);
        },
      ),
      runs('preference bodies', 150),
    );
  });

  it('X5, X10: any id in a path identifies one record or gets 404', async () => {
    const records: Record<string, number> = {
      application: 2,
      'entity-preference': 2,
      'generic-preference': 2,
      preference: 4,
      'preference-hierarchy': 3,
    };
    expect(Object.keys(resources).sort()).toEqual(Object.keys(records));
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(resources)),
        fc.oneof(
          fc.string({ minLength: 1, unit: 'grapheme' }),
          fc.double().map(String),
          fc.bigInt().map(String),
          fc.constantFrom('1', '2', '99'),
        ),
        async (name, segment) => {
          mock.reset();
          const path = `${BASE}/${name}/${encodeURIComponent(segment)}`;
          const { status, text } = await send('DELETE', path);
          // URL parsing removes the segments `.` and `..`.
          const isGone = /^\.{1,2}$/.test(segment);
          const exists = /^[1-9]$/.test(segment) && Number(segment) <= (records[name] ?? 0);
          const expected = exists ? [200] : isGone ? [404, 405] : [404];
          expect(expected, `${path}: ${text}`).toContain(status);
          statuses.add(status);
        },
      ),
      runs('preference ids', 200),
    );
    expect(statuses).toContain(200);
  });

  it.each([
    ['__proto__ as a field', '[{"__proto__":{"name":"Kiosk"},"label":"x","name":"y"}]'],
    ['toString as a field', '[{"toString":1,"hasOwnProperty":2,"label":"x","name":"y"}]'],
    ['the same field twice', '[{"label":"x","label":"y","name":"a","name":"b"}]'],
    ['a number beyond the range of doubles', '[{"label":1e999,"preference_id":1e999,"preference_hierarchy":1e999}]'],
    ['a lone surrogate', '[{"label":"\\ud800","name":"\\udfff","preference_id":2,"entity_gid":"\\ud800"}]'],
    ['2000 nested arrays', `${'['.repeat(2000)}${']'.repeat(2000)}`],
    ['2000 nested objects', `[${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}]`],
    ['a byte order mark', '\ufeff[{"label":"x"}]'],
    ['white space around', ' \n[ ]\t '],
  ])('X5: %s gets a status below 500', async (_, body) => {
    for (const path of [...Object.keys(resources), 'get-preference', 'set-preference']) {
      expect((await send('POST', `${BASE}/${path}`, { body })).status).toBeLessThan(500);
    }
  });
});

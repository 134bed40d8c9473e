import type { Json, World } from '../../case.js';
import type { Kind } from '../../kinds.js';
import { lacking } from '../../patterns.js';
import { type CaseAbout, casesAbout } from '../cases-about.js';
import { newLegacyPreference, newUser } from './new-records.js';

const creates: readonly Kind[] = ['user-data/user', 'user-data/preference', 'user-data/user-preference'];

/** An item of POST, for a new user and a new preference. */
async function item(world: World) {
  const { email: user_email } = await newUser(world);
  const { id: preference_id } = await newLegacyPreference(world);
  return { user_email, preference_id, preference_value: { theme: 'dark', size: 3 } };
}

/** Creates user preferences of one user, one for each value. */
async function valuesOfUser(world: World, ...values: readonly object[]): Promise<readonly Json[]> {
  const { email: user_email } = await newUser(world);
  const body: Json[] = [];
  for (const preference_value of values) {
    const { id: preference_id } = await newLegacyPreference(world);
    body.push({ user_email, preference_id, preference_value });
  }
  const { data } = await world.userData.post('/user-preference', { body });
  return data;
}

function query(filters: object): string {
  const texts = Object.entries(filters).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return `/user-preference?${new URLSearchParams(texts)}`;
}

interface Queries extends Pick<CaseAbout, 'title' | 'ids'> {
  /** The values of the user preferences of one user. */
  readonly values?: readonly object[];
  /** Filters, each with the user preferences that it finds. */
  readonly queries: (...created: readonly Json[]) => readonly (readonly [filters: object, found: readonly Json[]])[];
}

/** Creates user preferences, and looks for them. */
function findCase({ title, ids, values = [{ one: 1 }, { other: 2 }], queries }: Queries): CaseAbout {
  return {
    title,
    ids,
    steps: async (world, api) => {
      const created = await valuesOfUser(world, ...values);
      for (const [filters, found] of queries(...created)) {
        await api.get(query(filters), { expect: { data: found.map(({ id }) => ({ id })) } });
      }
    },
  };
}

/** A filter by a column of the legacy preference. */
function filterCase(column: string): CaseAbout {
  return findCase({
    title: `${column} selects the user preferences of one legacy preference`,
    ids: ['UD-R8'],
    queries: (one) => [[{ [column]: one[column] }, [one]]],
  });
}

/** Whether a filter on the values selects the value. The user has another one, which it does not select. */
function valueCase({ title, value, filter, selects }: Json): CaseAbout {
  return findCase({
    title,
    ids: ['D18'],
    values: [value, { other: true }],
    queries: (one) => [[{ user_email: one.user_email, preference_value: filter }, selects ? [one] : []]],
  });
}

export const userPreferenceCases = casesAbout('user-data/user-preference', { creates })({
  names: {
    title: 'the name and the slug are those of the legacy preference, and are ignored in a body',
    ids: ['UD-F13', 'UD-F14'],
    steps: async (world, api) => {
      const { email: user_email } = await newUser(world);
      const { id: preference_id, name, slug } = await newLegacyPreference(world);
      const ignored = { preference_name: world.name('ignored'), preference_slug: world.name('ignored') };
      await api.post('/user-preference', {
        body: [{ user_email, preference_id, preference_value: {}, ...ignored }],
        expect: { data: [{ preference_name: name, preference_slug: slug }] },
      });
    },
  },
  'any-value': {
    title: 'a value is any JSON object',
    ids: ['UD-F15'],
    steps: async (world, api) => {
      const preference_value = {
        list: [1, 'two', null, { three: true }],
        nested: { deep: { deeper: -1.5 } },
        empty: {},
      };
      const body = [{ ...(await item(world)), preference_value }];
      await api.post('/user-preference', { body, expect: { data: [{ preference_value }] } });
    },
  },
  unique: {
    title: 'two values of a user for the same preference get 409',
    ids: ['UD-R7'],
    steps: async (world, api) => {
      const one = await item(world);
      await api.post('/user-preference', { body: [one, one], expect: { status: 409 } });
    },
  },
  'unique-put': {
    title: 'PUT that would give a user two values for the same preference gets 409',
    ids: ['UD-R7'],
    steps: async (world, api) => {
      const [one, other] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      const { user_email, preference_value } = other;
      await api.put(`/user-preference/${other.id}`, {
        body: { user_email, preference_id: one.preference_id, preference_value },
        expect: { status: 409 },
      });
    },
  },
  replace: {
    title: 'POST deletes the user preferences of the users in the body, and creates a record for each object',
    ids: ['UD-R11', 'UD-R12'],
    steps: async (world, api) => {
      const [one, other] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      const { user_email, preference_id } = one;
      const third = await newLegacyPreference(world);
      const body = [preference_id, third.id].map((id) => ({
        user_email,
        preference_id: id,
        preference_value: { new: true },
      }));
      const { data } = await api.post('/user-preference', { body, expect: { data: body } });
      await api.get(query({ user_email }), {
        expect: { data: body.map((item, i) => ({ id: data[i].id, ...item })) },
      });
      await api.get(`/user-preference/${other.id}`, { expect: { status: 404 } });
    },
  },
  'replace-own': {
    title: 'POST keeps the user preferences of other users',
    ids: ['UD-R11'],
    steps: async (world, api) => {
      const [one] = await valuesOfUser(world, { one: 1 });
      await valuesOfUser(world, { other: 2 });
      await api.get(query({ user_email: one.user_email }), { expect: { data: [{ id: one.id }] } });
    },
  },
  'filter-email': {
    title: 'user_email selects the user preferences of one user, case-insensitively',
    ids: ['UD-R8', 'D18'],
    steps: async (world, api) => {
      const values = await valuesOfUser(world, { one: 1 }, { other: 2 });
      await valuesOfUser(world, { one: 1 });
      await api.get(query({ user_email: values[0].user_email.toUpperCase() }), {
        expect: { data: values.map(({ id }) => ({ id })) },
      });
    },
  },
  'filter-id': filterCase('preference_id'),
  'filter-name': filterCase('preference_name'),
  'filter-slug': filterCase('preference_slug'),
  'filter-value': findCase({
    title: 'preference_value selects the values that have each of its keys with an equal value',
    ids: ['UD-R8', 'D18'],
    values: [{ theme: 'dark', size: 3 }, { theme: 'dark' }, { theme: 'light' }],
    queries: (one, two) => [
      [{ user_email: one.user_email, preference_value: { theme: 'dark' } }, [one, two]],
      [{ user_email: one.user_email, preference_value: { theme: 'dark', size: 3 } }, [one]],
    ],
  }),
  filters: findCase({
    title: 'a user preference must match all filters of a query',
    ids: ['UD-R9'],
    queries: (one, two) => [
      [{ user_email: one.user_email, preference_id: one.preference_id }, [one]],
      [{ preference_name: one.preference_name, preference_id: two.preference_id }, []],
    ],
  }),
  wildcard: findCase({
    title: '% matches any text, and a filter without it must match exactly',
    ids: ['UD-R10'],
    queries: (one, two) => [
      [{ preference_name: `%${one.preference_name.slice(1)}%` }, [one]],
      [{ preference_name: one.preference_name.slice(1) }, []],
      [{ user_email: `%${one.user_email.slice(1)}` }, [one, two]],
    ],
  }),
  'wildcard-empty': findCase({
    title: '% also matches the empty text',
    ids: ['D18'],
    values: [{ one: 1 }],
    queries: (one) => [[{ preference_slug: `%${one.preference_slug}%` }, [one]]],
  }),
  case: {
    title: 'filters by name and by slug are case-sensitive',
    ids: ['D18'],
    steps: async (world, api) => {
      const [one] = await valuesOfUser(world, { one: 1 });
      const upper = { preference_name: one.preference_name.toUpperCase() };
      await api.get(query(upper), { expect: { data: lacking({ id: one.id }) } });
      const slug = { preference_slug: one.preference_slug.toUpperCase() };
      await api.get(query(slug), { expect: { data: lacking({ id: one.id }) } });
    },
  },
  'value-wildcard': valueCase({
    title: '% is a wildcard in the texts of a filter on the value, also in arrays at any depth',
    value: { theme: 'very dark', tags: [['morning'], 'news'] },
    filter: { theme: '%dark', tags: [['%orn%'], 'news'] },
    selects: true,
  }),
  'value-nested': valueCase({
    title: '% is not a wildcard in nested objects of a filter on the value',
    value: { colors: { front: 'dark red' } },
    filter: { colors: { front: 'dark%' } },
    selects: false,
  }),
  'value-nested-equal': valueCase({
    title: 'a nested object of a filter on the value must be equal',
    value: { colors: { front: 'red' } },
    filter: { colors: { front: 'red' } },
    selects: true,
  }),
  'value-type': valueCase({
    title: 'a filter on the value distinguishes numbers and texts',
    value: { size: 3 },
    filter: { size: '3' },
    selects: false,
  }),
  'value-invalid': {
    title: 'a filter preference_value that is not a JSON object gets 400',
    ids: ['D18'],
    reads: true,
    steps: async (_, api) => {
      await api.get('/user-preference?preference_value=dark', { expect: { status: 400 } });
      await api.get(query({ preference_value: ['dark'] }), { expect: { status: 400 } });
    },
  },
  'id-invalid': {
    title: 'a filter preference_id that is not an integer gets 400',
    ids: ['D18'],
    reads: true,
    steps: (_, api) => api.get('/user-preference?preference_id=one', { expect: { status: 400 } }),
  },
});

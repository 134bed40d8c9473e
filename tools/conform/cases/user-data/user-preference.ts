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

function query(filters: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(filters).map(([key, value]) => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  return `/user-preference?${new URLSearchParams(texts)}`;
}

/** A filter by a column of the legacy preference. */
function filterCase(column: string): CaseAbout {
  return {
    title: `${column} selects the user preferences of one legacy preference`,
    ids: ['UD-R8'],
    steps: async (world) => {
      const [one] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      await world.userData.get(query({ [column]: one[column] }), { expect: { data: [{ id: one.id }] } });
    },
  };
}

/** Whether a filter on the values selects the value. The user has another one, which it does not select. */
function valueCase({ title, value, filter, selects }: Json): CaseAbout {
  return {
    title,
    ids: ['D18'],
    steps: async (world) => {
      const [one] = await valuesOfUser(world, value, { other: true });
      const { user_email } = one;
      await world.userData.get(query({ user_email, preference_value: filter }), {
        expect: { data: selects ? [{ id: one.id }] : [] },
      });
    },
  };
}

export const userPreferenceCases = casesAbout('user-data/user-preference', { creates })({
  names: {
    title: 'the name and the slug are those of the legacy preference, and are ignored in a body',
    ids: ['UD-F13', 'UD-F14'],
    steps: async (world) => {
      const { email: user_email } = await newUser(world);
      const { id: preference_id, name, slug } = await newLegacyPreference(world);
      const ignored = { preference_name: world.name('ignored'), preference_slug: world.name('ignored') };
      await world.userData.post('/user-preference', {
        body: [{ user_email, preference_id, preference_value: {}, ...ignored }],
        expect: { data: [{ preference_name: name, preference_slug: slug }] },
      });
    },
  },
  'any-value': {
    title: 'a value is any JSON object',
    ids: ['UD-F15'],
    steps: async (world) => {
      const preference_value = {
        list: [1, 'two', null, { three: true }],
        nested: { deep: { deeper: -1.5 } },
        empty: {},
      };
      const body = [{ ...(await item(world)), preference_value }];
      await world.userData.post('/user-preference', { body, expect: { data: [{ preference_value }] } });
    },
  },
  unique: {
    title: 'two values of a user for the same preference get 409',
    ids: ['UD-R7'],
    steps: async (world) => {
      const one = await item(world);
      await world.userData.post('/user-preference', { body: [one, one], expect: { status: 409 } });
    },
  },
  'unique-put': {
    title: 'PUT that would give a user two values for the same preference gets 409',
    ids: ['UD-R7'],
    steps: async (world) => {
      const [one, other] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      const { user_email, preference_value } = other;
      await world.userData.put(`/user-preference/${other.id}`, {
        body: { user_email, preference_id: one.preference_id, preference_value },
        expect: { status: 409 },
      });
    },
  },
  replace: {
    title: 'POST deletes the user preferences of the users in the body, and creates a record for each object',
    ids: ['UD-R11', 'UD-R12'],
    steps: async (world) => {
      const { userData } = world;
      const [one, other] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      const { user_email, preference_id } = one;
      const third = await newLegacyPreference(world);
      const body = [preference_id, third.id].map((id) => ({
        user_email,
        preference_id: id,
        preference_value: { new: true },
      }));
      const { data } = await userData.post('/user-preference', { body, expect: { data: body } });
      await userData.get(query({ user_email }), {
        expect: { data: body.map((item, i) => ({ id: data[i].id, ...item })) },
      });
      await userData.get(`/user-preference/${other.id}`, { expect: { status: 404 } });
    },
  },
  'replace-own': {
    title: 'POST keeps the user preferences of other users',
    ids: ['UD-R11'],
    steps: async (world) => {
      const [one] = await valuesOfUser(world, { one: 1 });
      await valuesOfUser(world, { other: 2 });
      await world.userData.get(query({ user_email: one.user_email }), { expect: { data: [{ id: one.id }] } });
    },
  },
  'filter-email': {
    title: 'user_email selects the user preferences of one user, case-insensitively',
    ids: ['UD-R8', 'D18'],
    steps: async (world) => {
      const values = await valuesOfUser(world, { one: 1 }, { other: 2 });
      await valuesOfUser(world, { one: 1 });
      await world.userData.get(query({ user_email: values[0].user_email.toUpperCase() }), {
        expect: { data: values.map(({ id }) => ({ id })) },
      });
    },
  },
  'filter-id': filterCase('preference_id'),
  'filter-name': filterCase('preference_name'),
  'filter-slug': filterCase('preference_slug'),
  'filter-value': {
    title: 'preference_value selects the values that have each of its keys with an equal value',
    ids: ['UD-R8', 'D18'],
    steps: async (world) => {
      const [one, two] = await valuesOfUser(world, { theme: 'dark', size: 3 }, { theme: 'dark' }, { theme: 'light' });
      const select = (preference_value: object) => query({ user_email: one.user_email, preference_value });
      await world.userData.get(select({ theme: 'dark' }), { expect: { data: [{ id: one.id }, { id: two.id }] } });
      await world.userData.get(select({ theme: 'dark', size: 3 }), { expect: { data: [{ id: one.id }] } });
    },
  },
  filters: {
    title: 'a user preference must match all filters of a query',
    ids: ['UD-R9'],
    steps: async (world) => {
      const [one, two] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      const { user_email, preference_id, preference_name } = one;
      await world.userData.get(query({ user_email, preference_id }), { expect: { data: [{ id: one.id }] } });
      await world.userData.get(query({ preference_name, preference_id: two.preference_id }), { expect: { data: [] } });
    },
  },
  wildcard: {
    title: '% matches any text, and a filter without it must match exactly',
    ids: ['UD-R10'],
    steps: async (world) => {
      const [one, two] = await valuesOfUser(world, { one: 1 }, { other: 2 });
      const part = one.preference_name.slice(1);
      const { user_email } = one;
      await world.userData.get(query({ preference_name: `%${part}%` }), { expect: { data: [{ id: one.id }] } });
      await world.userData.get(query({ preference_name: part }), { expect: { data: [] } });
      await world.userData.get(query({ user_email: `%${user_email.slice(1)}` }), {
        expect: { data: [{ id: one.id }, { id: two.id }] },
      });
    },
  },
  'wildcard-empty': {
    title: '% also matches the empty text',
    ids: ['D18'],
    steps: async (world) => {
      const [one] = await valuesOfUser(world, { one: 1 });
      await world.userData.get(query({ preference_slug: `%${one.preference_slug}%` }), {
        expect: { data: [{ id: one.id }] },
      });
    },
  },
  case: {
    title: 'filters by name and by slug are case-sensitive',
    ids: ['D18'],
    steps: async (world) => {
      const [one] = await valuesOfUser(world, { one: 1 });
      const upper = { preference_name: one.preference_name.toUpperCase() };
      await world.userData.get(query(upper), { expect: { data: lacking({ id: one.id }) } });
      const slug = { preference_slug: one.preference_slug.toUpperCase() };
      await world.userData.get(query(slug), { expect: { data: lacking({ id: one.id }) } });
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
    creates: undefined,
    steps: async ({ userData }) => {
      await userData.get('/user-preference?preference_value=dark', { expect: { status: 400 } });
      await userData.get(query({ preference_value: ['dark'] }), { expect: { status: 400 } });
    },
  },
  'id-invalid': {
    title: 'a filter preference_id that is not an integer gets 400',
    ids: ['D18'],
    creates: undefined,
    steps: ({ userData }) => userData.get('/user-preference?preference_id=one', { expect: { status: 400 } }),
  },
});

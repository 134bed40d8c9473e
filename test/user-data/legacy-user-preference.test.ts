import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const theme = { preference_id: 1, preference_name: 'Theme', preference_slug: 'theme' };
const layout = { preference_id: 2, preference_name: 'Page layout', preference_slug: 'page-layout' };
const ofAnn = { user_email: 'ann@acme.example' };
const dark = { id: 1, ...ofAnn, ...theme, preference_value: { mode: 'dark', accent: 'deep blue' } };
const columns = { id: 2, ...ofAnn, ...layout, preference_value: { columns: 2 } };
const light = { id: 3, user_email: 'ben@oak.example', ...theme, preference_value: { mode: 'light' } };

it('Legacy user preference: GET lists all of them, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/user-preference')).toEqual([dark, columns, light]);
  expect(await get('/user-preference/3')).toEqual([light]);
});

it('Legacy user preference: POST replaces all preferences of the user', async () => {
  const { get, post } = open();
  const set = { ...ofAnn, preference_id: 2, preference_value: { columns: 3 } };
  const created = { ...columns, id: 4, preference_value: { columns: 3 } };
  expect(await post('/user-preference', set)).toEqual([created]);
  expect(await get('/user-preference')).toEqual([light, created]);
});

it('Legacy user preference: POST of an array replaces all preferences of each user in it', async () => {
  const { get, post } = open();
  const created = await post('/user-preference', [
    { ...ofAnn, preference_id: 1, preference_value: {} },
    { user_email: 'dina@free.example', preference_id: 1, preference_value: { mode: 'plain' } },
    { ...ofAnn, preference_id: 2, preference_value: { columns: [1, null, { wide: true }] } },
  ]);
  expect(created).toEqual([
    { ...dark, id: 4, preference_value: {} },
    { ...dark, id: 5, user_email: 'dina@free.example', preference_value: { mode: 'plain' } },
    { ...columns, id: 6, preference_value: { columns: [1, null, { wide: true }] } },
  ]);
  expect(await get('/user-preference')).toEqual([light, ...(created as object[])]);
});

it('Legacy user preference: POST replaces nothing if an item is invalid', async () => {
  const { get, refusal } = open();
  const good = { ...ofAnn, preference_id: 2, preference_value: {} };
  expect(await refusal('POST', '/user-preference', [good, { ...good, preference_id: 99 }])).toBe(
    '404 not_found 1.preference_id',
  );
  expect(await get('/user-preference')).toEqual([dark, columns, light]);
});

it('Legacy user preference: a second value for the same user and preference gets 409', async () => {
  const { refusal } = open();
  const item = { ...ofAnn, preference_id: 1, preference_value: {} };
  const other = { ...item, user_email: 'ANN@ACME.example' };
  expect(await refusal('POST', '/user-preference', [item, item])).toBe('409 conflict 1.preference_id');
  expect(await refusal('POST', '/user-preference', [item, other])).toBe('409 conflict 1.preference_id');
  expect(await refusal('PUT', '/user-preference/2', { preference_id: 1 })).toBe('409 conflict preference_id');
});

it('Legacy user preference: preference_name and preference_slug in the body are ignored', async () => {
  const { post, put } = open();
  const wrong = { preference_name: 'Wrong', preference_slug: 17 };
  const set = { ...ofAnn, preference_id: 1, preference_value: {}, ...wrong };
  expect(await post('/user-preference', set)).toEqual([{ ...dark, id: 4, preference_value: {} }]);
  expect(await put('/user-preference/4', wrong)).toEqual([{ ...dark, id: 4, preference_value: {} }]);
});

it('X5: POST and PUT answer 404 for an unknown user or preference', async () => {
  const { refusal } = open();
  const unknown = { user_email: 'nobody@free.example', preference_id: 99, preference_value: {} };
  expect(await refusal('POST', '/user-preference', [unknown])).toBe('404 not_found 0.user_email 0.preference_id');
  expect(await refusal('PUT', '/user-preference/1', { preference_id: 99 })).toBe('404 not_found preference_id');
});

it.each([
  ['missing', undefined],
  ['null', null],
  ['a string', 'dark'],
  ['a number', 3],
  ['an array', [{ mode: 'dark' }]],
])('Legacy user preference: a preference_value that is %s gets 400', async (_, preference_value) => {
  const { refusal } = open();
  const item = { ...ofAnn, preference_id: 1, preference_value };
  expect(await refusal('POST', '/user-preference', [item])).toBe('400 malformed_data 0.preference_value');
  if (preference_value === undefined) return;
  expect(await refusal('PUT', '/user-preference/1', { preference_value })).toBe('400 malformed_data preference_value');
});

it('X8: PUT merges fields and replaces preference_value as a whole', async () => {
  const { get, put } = open();
  const changed = { ...dark, preference_value: { accent: 'red' } };
  expect(await put('/user-preference/1', { preference_value: { accent: 'red' } })).toEqual([changed]);
  expect(await put('/user-preference/3', { user_email: 'cleo@free.example' })).toEqual([
    { ...light, user_email: 'cleo@free.example' },
  ]);
  expect(await get('/user-preference/1')).toEqual([changed]);
});

it('X24: e-mails are case-insensitive, and answers have them as the user record spells them', async () => {
  const { get, post, put } = open();
  const shouted = { user_email: 'ANN@ACME.EXAMPLE', preference_id: 2, preference_value: { columns: 4 } };
  expect(await post('/user-preference', shouted)).toEqual([{ ...columns, id: 4, preference_value: { columns: 4 } }]);
  await put('/user/1', { email: 'Ann.A@acme.test' });
  expect(await get('/user-preference/4')).toEqual([
    { ...columns, id: 4, user_email: 'Ann.A@acme.test', preference_value: { columns: 4 } },
  ]);
});

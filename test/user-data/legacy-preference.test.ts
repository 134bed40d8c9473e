import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const theme = { id: 1, name: 'Theme', slug: 'theme' };
const layout = { id: 2, name: 'Page layout', slug: 'page-layout' };

it('Legacy preference: GET lists all of them, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/preference')).toEqual([theme, layout]);
  expect(await get('/preference/2')).toEqual([layout]);
});

it('Legacy preference: POST creates one from an object and several from an array', async () => {
  const { get, post } = open();
  expect(await post('/preference', { name: 'Font', slug: 'font' })).toEqual([{ id: 3, name: 'Font', slug: 'font' }]);
  const two = [
    { name: 'Size', slug: 'size' },
    { name: 'Ink', slug: 'ink' },
  ];
  expect(await post('/preference', two)).toEqual([
    { id: 4, name: 'Size', slug: 'size' },
    { id: 5, name: 'Ink', slug: 'ink' },
  ]);
  expect(await get('/preference')).toHaveLength(5);
});

it('Legacy preference: a taken name or slug gets 409, in the same case only', async () => {
  const { post, refusal } = open();
  expect(await refusal('POST', '/preference', [{ name: 'Theme', slug: 'other' }])).toBe('409 conflict 0.name');
  expect(await refusal('POST', '/preference', [{ name: 'Other', slug: 'theme' }])).toBe('409 conflict 0.slug');
  expect(await refusal('PUT', '/preference/2', { name: 'Theme' })).toBe('409 conflict name');
  expect(await refusal('PUT', '/preference/2', { slug: 'theme' })).toBe('409 conflict slug');
  await post('/preference', [{ name: 'theme', slug: 'THEME' }]);
});

it('D32: name and slug are required and must not be empty', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/preference', [{ name: 'Font' }])).toBe('400 malformed_data 0.slug');
  expect(await refusal('POST', '/preference', [{}])).toBe('400 malformed_data 0.name 0.slug');
  expect(await refusal('POST', '/preference', [{ name: '', slug: '' }])).toBe('400 malformed_data 0.name 0.slug');
  expect(await refusal('PUT', '/preference/1', { name: null })).toBe('400 malformed_data name');
});

it('Legacy preference: PUT changes name and slug', async () => {
  const { get, put } = open();
  expect(await put('/preference/1', { name: 'Skin', slug: 'skin' })).toEqual([{ id: 1, name: 'Skin', slug: 'skin' }]);
  expect(await put('/preference/1', { slug: 'hide' })).toEqual([{ id: 1, name: 'Skin', slug: 'hide' }]);
  expect(await get('/preference')).toEqual([{ id: 1, name: 'Skin', slug: 'hide' }, layout]);
});

it('Legacy preference: a new name and slug appear in its user preferences', async () => {
  const { get, put } = open();
  await put('/preference/1', { name: 'Skin', slug: 'skin' });
  const [first] = await get<{ preference_name: string; preference_slug: string }[]>('/user-preference');
  expect(first).toMatchObject({ preference_name: 'Skin', preference_slug: 'skin' });
});

it('Legacy preference, X19: DELETE removes the record and its user preferences, and answers the record', async () => {
  const { get, delete: remove } = open();
  expect(await remove('/preference/1')).toEqual([theme]);
  expect(await get('/preference')).toEqual([layout]);
  expect((await get<{ id: number }[]>('/user-preference')).map(({ id }) => id)).toEqual([2]);
});

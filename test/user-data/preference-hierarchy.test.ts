import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const look = { id: 1, label: 'Look', description: 'All that is seen', parent: null };
const detail = { id: 2, label: 'Detail', description: null, parent: 1 };
const other = { id: 3, label: 'Other', description: null, parent: null };

it('Preference hierarchy: GET lists every entry', async () => {
  const { get } = open();
  expect(await get('/preference-hierarchy')).toEqual([look, detail, other]);
});

it('Preference hierarchy: POST creates one record for each item', async () => {
  const { get, post } = open();
  const full = { label: 'Fine detail', description: 'Seen from near', parent: 2 };
  const created = [
    { id: 4, ...full },
    { id: 5, label: 'Look', description: null, parent: null },
  ];
  expect(await post('/preference-hierarchy', [full, { label: 'Look' }])).toEqual(created);
  expect(await get('/preference-hierarchy')).toEqual([look, detail, other, ...created]);
});

it('Preference hierarchy: POST accepts an earlier item of the same body as parent', async () => {
  const { post } = open();
  expect(await post('/preference-hierarchy', [{ label: 'A' }, { label: 'B', parent: 4 }])).toMatchObject([
    { id: 4, parent: null },
    { id: 5, parent: 4 },
  ]);
});

it('D32, X21: only the label is required', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/preference-hierarchy', [{}, { label: '' }, { label: null }])).toBe(
    '400 malformed_data 0.label 1.label 2.label',
  );
  expect(await refusal('POST', '/preference-hierarchy', [{ label: 'A', description: 1, parent: '1' }])).toBe(
    '400 malformed_data 0.description 0.parent',
  );
  expect(await refusal('PUT', '/preference-hierarchy/1', { label: null })).toBe('400 malformed_data label');
});

it('X5: POST and PUT answer 404 for an unknown parent', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/preference-hierarchy', [{ label: 'A', parent: 99 }])).toBe('404 not_found 0.parent');
  expect(await refusal('PUT', '/preference-hierarchy/1', { parent: 99 })).toBe('404 not_found parent');
});

it('X8: PUT changes only the fields in the body, and answers an object', async () => {
  const { get, put } = open();
  expect(await put('/preference-hierarchy/2', {})).toEqual(detail);
  expect(await put('/preference-hierarchy/2', { description: 'Near' })).toEqual({ ...detail, description: 'Near' });
  expect(await put('/preference-hierarchy/2', { parent: null })).toMatchObject({ parent: null });
  const all = { label: 'Trait', description: 'Part', parent: 3 };
  expect(await put('/preference-hierarchy/2', all)).toEqual({ id: 2, ...all });
  expect(await get('/preference-hierarchy')).toEqual([look, { id: 2, ...all }, other]);
});

it('F5: PUT answers 400 for a parent that would form a cycle', async () => {
  const { post, put, refusal } = open();
  await post('/preference-hierarchy', [{ label: 'Fine detail', parent: 2 }]);
  expect(await refusal('PUT', '/preference-hierarchy/1', { parent: 1 })).toBe('400 malformed_data parent');
  expect(await refusal('PUT', '/preference-hierarchy/1', { parent: 4 })).toBe('400 malformed_data parent');
  expect(await put('/preference-hierarchy/4', { parent: 1 })).toMatchObject({ parent: 1 });
});

it('Preference hierarchy, F4, X19: DELETE answers an object; its preferences go too, its children stay', async () => {
  const { get, post, delete: remove } = open();
  expect(await remove('/preference-hierarchy/1')).toEqual(look);
  expect(await get('/preference-hierarchy')).toEqual([{ ...detail, parent: null }, other]);
  const left = await post<{ id: number }[]>('/get-preference', {});
  expect(left.map(({ id }) => id)).toEqual([2, 4]);
  expect(await get('/generic-preference')).toEqual([
    { id: 3, preference_id: 4, preference_value: 'loud', schema_version: 2 },
  ]);
});

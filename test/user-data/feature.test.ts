import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const search = { id: 1, app_id: 1, name: 'Search', description: 'Finds things' };
const exporting = { id: 2, app_id: 1, name: 'Export', description: null };
const alerts = { id: 3, app_id: 2, name: 'Alerts', description: null };

it('D2: GET lists all features, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/feature')).toEqual([search, exporting, alerts]);
  expect(await get('/feature/1')).toEqual([search]);
});

it('Feature: POST creates one record for each item', async () => {
  const { get, post } = open();
  const items = [
    { app_id: 2, name: 'Charts', description: 'Draws things' },
    { app_id: 1, name: 'Notes', description: '' },
  ];
  const created = items.map((item, n) => ({ id: 4 + n, ...item }));
  expect(await post('/feature', items)).toEqual(created);
  expect(await get('/feature')).toHaveLength(5);
});

it('D32, X21: app_id and name are required; a missing description is null', async () => {
  const { post, put, refusal } = open();
  expect(await refusal('POST', '/feature', [{}])).toBe('400 malformed_data 0.app_id 0.name');
  expect(await refusal('POST', '/feature', [{ app_id: 1, name: '' }])).toBe('400 malformed_data 0.name');
  expect(await refusal('POST', '/feature', [{ app_id: 1, name: 'Notes', description: 3 }])).toBe(
    '400 malformed_data 0.description',
  );
  expect(await refusal('PUT', '/feature/1', { app_id: null, name: null })).toBe('400 malformed_data app_id name');
  const [created] = await post<object[]>('/feature', [{ app_id: 1, name: 'Notes' }]);
  expect(created).toEqual({ id: 4, app_id: 1, name: 'Notes', description: null });
  expect(await put('/feature/1', { description: null })).toEqual([{ ...search, description: null }]);
});

it('X5: POST and PUT answer 404 for an unknown application', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/feature', [{ app_id: 99, name: 'Notes' }])).toBe('404 not_found 0.app_id');
  expect(await refusal('PUT', '/feature/1', { app_id: 99 })).toBe('404 not_found app_id');
});

it('Feature: a taken name gets 409, even in another application', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/feature', [{ app_id: 2, name: 'Search' }])).toBe('409 conflict 0.name');
  expect(await refusal('PUT', '/feature/3', { name: 'Search' })).toBe('409 conflict name');
});

it('X8: PUT changes only the fields in the body', async () => {
  const { get, put } = open();
  expect(await put('/feature/2', { description: 'Saves things' })).toEqual([
    { ...exporting, description: 'Saves things' },
  ]);
  const all = { app_id: 2, name: 'Save', description: 'Keeps things' };
  expect(await put('/feature/2', all)).toEqual([{ id: 2, ...all }]);
  expect(await get('/feature/2')).toEqual([{ id: 2, ...all }]);
});

it('Feature, X19: DELETE removes the record and its feature packages, and answers the record', async () => {
  const { get, delete: remove } = open();
  expect(await remove('/feature/1')).toEqual([search]);
  expect(await get('/feature')).toEqual([exporting, alerts]);
  expect(await get('/feature-package')).toEqual([{ id: 3, package_id: 2, feature_id: 2, display_order: 2 }]);
});

import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const basic = {
  id: 1,
  sf_id: 'P-1',
  name: 'basic',
  display_name: 'Basic',
  description: 'The least',
  status: 'active',
};
const plus = { id: 2, sf_id: null, name: 'plus', display_name: null, description: null, status: 'active' };

it('D2: GET lists all packages, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/package')).toEqual([basic, plus]);
  expect(await get('/package/1')).toEqual([basic]);
});

it('Package, D8: POST creates one record for each item, with the status active', async () => {
  const { get, post } = open();
  const full = { sf_id: 'P-3', name: 'pro', display_name: 'Pro', description: 'The most' };
  expect(await post('/package', [full, { name: 'max' }])).toEqual([
    { id: 3, ...full, status: 'active' },
    { ...plus, id: 4, name: 'max' },
  ]);
  expect(await get('/package')).toHaveLength(4);
});

it('D8: POST ignores a status, PUT accepts any string as status', async () => {
  const { post, put, refusal } = open();
  expect(await post('/package', [{ name: 'pro', status: 'retired' }])).toMatchObject([{ status: 'active' }]);
  expect(await put('/package/1', { status: 'retired' })).toEqual([{ ...basic, status: 'retired' }]);
  expect(await put('/package/1', { status: 'on hold since March' })).toMatchObject([{ status: 'on hold since March' }]);
  expect(await refusal('PUT', '/package/1', { status: 4 })).toBe('400 malformed_data status');
});

it('D32, X21: only the name is required', async () => {
  const { put, refusal } = open();
  expect(await refusal('POST', '/package', [{}, { name: '' }, { name: null }])).toBe(
    '400 malformed_data 0.name 1.name 2.name',
  );
  expect(await refusal('POST', '/package', [{ name: 'pro', sf_id: 1, display_name: 2, description: 3 }])).toBe(
    '400 malformed_data 0.sf_id 0.display_name 0.description',
  );
  const cleared = { sf_id: null, display_name: null, description: null };
  expect(await put('/package/1', cleared)).toEqual([{ ...basic, ...cleared }]);
});

it('Package: a taken name gets 409', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/package', [{ name: 'plus' }])).toBe('409 conflict 0.name');
  expect(await refusal('PUT', '/package/1', { name: 'plus' })).toBe('409 conflict name');
});

it('X8: PUT changes only the fields in the body', async () => {
  const { get, put } = open();
  const all = { sf_id: 'P-9', name: 'pro', display_name: 'Pro', description: 'The most', status: 'new' };
  expect(await put('/package/2', { name: 'more' })).toEqual([{ ...plus, name: 'more' }]);
  expect(await put('/package/2', all)).toEqual([{ id: 2, ...all }]);
  expect(await get('/package/2')).toEqual([{ id: 2, ...all }]);
});

it('Package, X19: DELETE removes the record with its user packages and feature packages, and answers it', async () => {
  const { mock, get, delete: remove } = open();
  expect(await remove('/package/2')).toEqual([plus]);
  expect(await get('/package')).toEqual([basic]);
  expect(await get('/feature-package')).toEqual([{ id: 1, package_id: 1, feature_id: 1, display_order: 1 }]);
  expect(mock.data.user_package.getAll()).toEqual([{ id: 1, user_id: 1, package_id: 1 }]);
});

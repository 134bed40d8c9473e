import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const reader = { id: 1, name: 'Reader' };
const desk = { id: 2, name: 'Desk' };

it('D2: GET lists all applications, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/application')).toEqual([reader, desk]);
  expect(await get('/application/2')).toEqual([desk]);
});

it('Application: POST creates one record for each item', async () => {
  const { get, post } = open();
  const created = [
    { id: 3, name: 'Kiosk' },
    { id: 4, name: 'Wall' },
  ];
  expect(await post('/application', [{ name: 'Kiosk' }, { name: 'Wall' }])).toEqual(created);
  expect(await get('/application')).toEqual([reader, desk, ...created]);
});

it('D32: the name is required and must be a non-empty string', async () => {
  const { refusal } = open();
  const items = [{}, { name: null }, { name: '' }, { name: 5 }];
  expect(await refusal('POST', '/application', items)).toBe('400 malformed_data 0.name 1.name 2.name 3.name');
  for (const item of items.slice(1)) {
    expect(await refusal('PUT', '/application/1', item)).toBe('400 malformed_data name');
  }
});

it('Application: a taken name gets 409', async () => {
  const { put, refusal } = open();
  expect(await refusal('POST', '/application', [{ name: 'Desk' }])).toBe('409 conflict 0.name');
  expect(await refusal('PUT', '/application/1', { name: 'Desk' })).toBe('409 conflict name');
  expect(await put('/application/1', { name: 'Reader' })).toEqual([reader]);
});

it('Application: PUT changes the name, DELETE removes the record and answers it', async () => {
  const { get, put, delete: remove } = open();
  expect(await put('/application/1', { name: 'Lens' })).toEqual([{ id: 1, name: 'Lens' }]);
  expect(await remove('/application/1')).toEqual([{ id: 1, name: 'Lens' }]);
  expect(await get('/application')).toEqual([desk]);
});

it('D31, X1: an application that user-preference creates without a name has the name null here', async () => {
  const { mock, get, put } = open();
  const body = JSON.stringify([{ description: 'Nameless' }]);
  await mock.fetch('/user-preference/v1/application', { method: 'POST', body });
  expect(await get('/application')).toEqual([reader, desk, { id: 3, name: null }]);
  expect(await get('/application/3')).toEqual([{ id: 3, name: null }]);
  expect(await put('/application/3', {})).toEqual([{ id: 3, name: null }]);
  expect(await put('/application/3', { name: 'Named' })).toEqual([{ id: 3, name: 'Named' }]);
});

it('X1: an application created here is visible in the user-preference API', async () => {
  const { mock, post } = open();
  await post('/application', [{ name: 'Kiosk' }]);
  const response = await mock.fetch('/user-preference/v1/application');
  expect((await response.json()).data).toContainEqual({ id: 3, name: 'Kiosk', description: null });
});

import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const reader = { id: 1, name: 'Reader' };
const desk = { id: 2, name: 'Desk' };

it('D2: GET lists all applications, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/application')).toEqual([reader, desk]);
  expect(await get('/application/2')).toEqual([desk]);
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

it('D31, X1: an application that user-preference creates without a name has the name null here', async () => {
  const { mock, get, put } = open();
  const body = JSON.stringify([{ description: 'Nameless' }]);
  await mock.fetch('/user-preference/v1/application', { method: 'POST', body });
  expect(await get('/application')).toEqual([reader, desk, { id: 3, name: null }]);
  expect(await get('/application/3')).toEqual([{ id: 3, name: null }]);
  expect(await put('/application/3', {})).toEqual([{ id: 3, name: null }]);
  expect(await put('/application/3', { name: 'Named' })).toEqual([{ id: 3, name: 'Named' }]);
});

import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const acme = {
  id: 1,
  name: 'Acme Incorporated',
  short_name: 'acme',
  display_name: 'Acme',
  type: 'company',
  status: 'active',
  domain: ['acme.example', 'Acme.Test'],
  legacy_id: 11,
  sf_id: 'C-1',
};
const oak = {
  id: 2,
  name: 'Oak & Sons',
  short_name: 'oak',
  display_name: 'Oak',
  type: 'company',
  status: 'active',
  domain: null,
  legacy_id: null,
  sf_id: null,
};
const elm = { name: 'Elm', short_name: 'elm', display_name: 'Elm Ltd', type: 'charity' };

it('Client: GET lists all clients, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/client')).toEqual([acme, oak]);
  expect(await get('/client/2')).toEqual([oak]);
});

it('Client, D6, X21: POST creates one for each item; missing fields are null, the status is active', async () => {
  const { get, post } = open();
  const full = { ...elm, name: 'Elm 2', status: 'deleted', domain: ['elm.example'], legacy_id: 12, sf_id: 'C-2' };
  const created = [
    { ...oak, id: 3, ...elm },
    { id: 4, ...full },
    { ...oak, id: 5, ...elm, name: 'Elm 3', domain: [] },
  ];
  const nulls = { status: null, legacy_id: null, sf_id: null };
  expect(await post('/client', [elm, full, { ...elm, name: 'Elm 3', domain: [], ...nulls }])).toEqual(created);
  expect(await get('/client')).toEqual([acme, oak, ...created]);
});

it('D32: name, short_name, display_name and type are required and must not be empty', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/client', [{}])).toBe('400 malformed_data 0.name 0.short_name 0.display_name 0.type');
  for (const field of ['name', 'short_name', 'display_name', 'type']) {
    for (const value of ['', null, 4]) {
      expect(await refusal('POST', '/client', [{ ...elm, [field]: value }])).toBe(`400 malformed_data 0.${field}`);
      expect(await refusal('PUT', '/client/1', { [field]: value })).toBe(`400 malformed_data ${field}`);
    }
  }
});

it('D33, X5: POST and PUT answer 400 for an unknown status and for optional fields of a wrong type', async () => {
  const { refusal } = open();
  for (const [field, value] of Object.entries({ status: 'Active', domain: 'elm.example', legacy_id: '1', sf_id: 1 })) {
    expect(await refusal('POST', '/client', [{ ...elm, [field]: value }])).toBe(`400 malformed_data 0.${field}`);
    expect(await refusal('PUT', '/client/1', { [field]: value })).toBe(`400 malformed_data ${field}`);
  }
  expect(await refusal('POST', '/client', [{ ...elm, domain: ['a.example', 7] }])).toBe(
    '400 malformed_data 0.domain.1',
  );
});

it('Client: a taken name gets 409, a taken short name is allowed', async () => {
  const { post, refusal } = open();
  expect(await refusal('POST', '/client', [{ ...elm, name: 'Oak & Sons' }])).toBe('409 conflict 0.name');
  expect(await refusal('PUT', '/client/1', { name: 'Oak & Sons' })).toBe('409 conflict name');
  expect(await post('/client', [{ ...elm, short_name: 'oak' }])).toHaveLength(1);
});

it('X8, X21: PUT changes only the fields in the body', async () => {
  const { get, put } = open();
  const all = { ...elm, status: 'deleted', domain: ['elm.example'], legacy_id: 13, sf_id: 'C-3' };
  expect(await put('/client/1', {})).toEqual([acme]);
  expect(await put('/client/1', { type: 'charity' })).toEqual([{ ...acme, type: 'charity' }]);
  expect(await put('/client/1', { domain: null, legacy_id: null, sf_id: null, type: 'company' })).toEqual([
    { ...acme, domain: null, legacy_id: null, sf_id: null },
  ]);
  expect(await put('/client/1', all)).toEqual([{ id: 1, ...all }]);
  expect(await get('/client/1')).toEqual([{ id: 1, ...all }]);
});

it('D36: an empty list of domains stays an empty list', async () => {
  const { get, post, put } = open();
  expect(await post('/client', [{ ...elm, domain: [] }])).toMatchObject([{ id: 3, domain: [] }]);
  expect(await put('/client/1', { domain: [] })).toEqual([{ ...acme, domain: [] }]);
  expect(await get('/client')).toMatchObject([{ domain: [] }, { domain: null }, { domain: [] }]);
});

describe('Client: DELETE', () => {
  const deleted = { ...oak, status: 'deleted' };

  it('D34: leaves the name taken, and keeps the users and relationships of the client', async () => {
    const { delete: remove, get, refusal } = open();
    await remove('/client/2');
    expect(await refusal('POST', '/client', [{ ...elm, name: 'Oak & Sons' }])).toBe('409 conflict 0.name');
    expect(await get('/user/2')).toMatchObject([{ client_id: 2 }]);
    expect(await get('/brief-client')).toMatchObject([{ id: 1, client_id: 2, status: 'active' }]);
  });

  it('D7: leaves the client readable, with the status deleted', async () => {
    const { delete: remove, get } = open();
    await remove('/client/2');
    expect(await get('/client')).toEqual([acme, deleted]);
  });

  it('D7: hides the client from GET with hideDeleted, while its name stays taken', async () => {
    const { delete: remove, get, refusal } = open({ behavior: { hideDeleted: true } });
    expect(await remove('/client/2')).toEqual([deleted]);
    expect(await get('/client')).toEqual([acme]);
    expect(await refusal('GET', '/client/2')).toBe('404 not_found');
    expect(await refusal('POST', '/client', [{ ...elm, name: 'Oak & Sons' }])).toBe('409 conflict 0.name');
    expect(await remove('/client/2')).toEqual([deleted]);
  });
});

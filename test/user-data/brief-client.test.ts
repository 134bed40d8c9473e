import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const insider = { id: 1, brief_id: 'b6', client_id: 2, status: 'active' };
const gazette = { brief_id: 'b8', client_id: 1 };

it('Client-brief relationship: GET lists relationships, all of them and one by id', async () => {
  const { get } = open();
  expect(await get('/brief-client')).toEqual([insider]);
  expect(await get('/brief-client/1')).toEqual([insider]);
});

it('Client-brief relationship: none becomes active by POST', async () => {
  const { get, post } = open();
  const created = [
    { id: 2, ...gazette, status: 'active' },
    { id: 3, brief_id: 'b6', client_id: 1, status: 'active' },
  ];
  expect(
    await post('/brief-client', [
      { ...gazette, status: 'deleted' },
      { brief_id: 'b6', client_id: 1 },
    ]),
  ).toEqual(created);
  expect(await get('/brief-client')).toEqual([insider, ...created]);
});

it('D32: brief_id and client_id are required', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/brief-client', [{}])).toBe('400 malformed_data 0.brief_id 0.client_id');
  expect(await refusal('POST', '/brief-client', [{ brief_id: 8, client_id: '1' }])).toBe(
    '400 malformed_data 0.brief_id 0.client_id',
  );
  expect(await refusal('PUT', '/brief-client/1', { brief_id: null })).toBe('400 malformed_data brief_id');
});

it('X5: a brief or a client that does not exist is 404', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/brief-client', [{ brief_id: 'b99', client_id: 99 }])).toBe(
    '404 not_found 0.brief_id 0.client_id',
  );
  expect(await refusal('PUT', '/brief-client/1', { brief_id: 'b99' })).toBe('404 not_found brief_id');
});

it('Client-brief relationship: pairs are unique', async () => {
  const { post, refusal } = open();
  expect(await refusal('POST', '/brief-client', [{ brief_id: 'b6', client_id: 2 }])).toMatch(/^409 conflict 0\./);
  await post('/brief-client', [{ brief_id: 'b8', client_id: 2 }]);
  expect(await refusal('PUT', '/brief-client/2', { brief_id: 'b6' })).toBe('409 conflict brief_id');
});

it.each(['/brief-client/1', '/client-brief/1'])('D29: PUT %s changes the brief, and nothing else', async (path) => {
  const { get, put, refusal } = open();
  expect(await put(path, { brief_id: 'b8' })).toEqual([{ ...insider, brief_id: 'b8' }]);
  expect(await put(path, { client_id: 1, status: 'deleted', id: 9 })).toEqual([{ ...insider, brief_id: 'b8' }]);
  expect(await get('/brief-client')).toEqual([{ ...insider, brief_id: 'b8' }]);
  expect(await refusal('PUT', path)).toMatch(/^400 malformed_data/);
  expect(await refusal('PUT', path.replace('/1', '/2'), { brief_id: 'b1' })).toBe('404 not_found');
});

it('D29: the other spelling is for PUT alone', async () => {
  const { refusal } = open();
  expect(await refusal('GET', '/client-brief/1')).toBe('405 method_not_allowed');
  expect(await refusal('DELETE', '/client-brief/1')).toBe('405 method_not_allowed');
  expect(await refusal('GET', '/client-brief')).toBe('404 no_such_route');
  expect(await refusal('POST', '/client-brief', [gazette])).toBe('404 no_such_route');
});

describe('Client-brief relationship: DELETE', () => {
  const deleted = { ...insider, status: 'deleted' };

  it('active becomes deleted', async () => {
    const { delete: remove, get } = open();
    expect(await remove('/brief-client/1')).toEqual([deleted]);
    expect(await get('/brief-client/1')).toEqual([deleted]);
  });

  it('D34: deleting it again answers the same record', async () => {
    const { delete: remove } = open();
    await remove('/brief-client/1');
    expect(await remove('/brief-client/1')).toEqual([deleted]);
  });

  it('D7, D34: it stays readable, and its pair taken', async () => {
    const { delete: remove, get, refusal } = open();
    await remove('/brief-client/1');
    expect(await get('/brief-client')).toEqual([deleted]);
    expect(await refusal('POST', '/brief-client', [{ brief_id: 'b6', client_id: 2 }])).toMatch(/^409 conflict/);
  });

  it('D7: with hideDeleted it cannot be read', async () => {
    const { delete: remove, get, refusal } = open({ behavior: { hideDeleted: true } });
    await remove('/brief-client/1');
    expect(await get('/brief-client')).toEqual([]);
    expect(await refusal('GET', '/brief-client/1')).toBe('404 not_found');
    expect(await refusal('POST', '/brief-client', [{ brief_id: 'b6', client_id: 2 }])).toMatch(/^409 conflict/);
    expect(await remove('/brief-client/1')).toEqual([deleted]);
  });
});

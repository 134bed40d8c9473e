import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const insider = { id: 1, brief_id: 'b6', client_id: 2, status: 'active' };
const gazette = { brief_id: 'b8', client_id: 1 };

it('Client-brief relationship: GET lists all relationships, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/brief-client')).toEqual([insider]);
  expect(await get('/brief-client/1')).toEqual([insider]);
});

it('Client-brief relationship: POST creates active relationships, whatever status is sent', async () => {
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

it('X5: POST and PUT answer 404 for an unknown brief or client', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/brief-client', [{ brief_id: 'b99', client_id: 99 }])).toBe(
    '404 not_found 0.brief_id 0.client_id',
  );
  expect(await refusal('PUT', '/brief-client/1', { brief_id: 'b99' })).toBe('404 not_found brief_id');
});

it('Client-brief relationship: a second one of the same brief and client gets 409', async () => {
  const { post, refusal } = open();
  expect(await refusal('POST', '/brief-client', [{ brief_id: 'b6', client_id: 2 }])).toMatch(/^409 conflict 0\./);
  await post('/brief-client', [{ brief_id: 'b8', client_id: 2 }]);
  expect(await refusal('PUT', '/brief-client/2', { brief_id: 'b6' })).toBe('409 conflict brief_id');
});

it.each(['/brief-client/1', '/client-brief/1'])(
  'D29: PUT %s changes brief_id and ignores all other fields',
  async (path) => {
    const { get, put, refusal } = open();
    expect(await put(path, { brief_id: 'b8' })).toEqual([{ ...insider, brief_id: 'b8' }]);
    expect(await put(path, { client_id: 1, status: 'deleted', id: 9 })).toEqual([{ ...insider, brief_id: 'b8' }]);
    expect(await get('/brief-client')).toEqual([{ ...insider, brief_id: 'b8' }]);
    expect(await refusal('PUT', path)).toMatch(/^400 malformed_data/);
    expect(await refusal('PUT', path.replace('/1', '/2'), { brief_id: 'b1' })).toBe('404 not_found');
  },
);

it('D29: /client-brief answers only PUT by id', async () => {
  const { refusal } = open();
  expect(await refusal('GET', '/client-brief/1')).toBe('405 method_not_allowed');
  expect(await refusal('DELETE', '/client-brief/1')).toBe('405 method_not_allowed');
  expect(await refusal('GET', '/client-brief')).toBe('404 no_such_route');
  expect(await refusal('POST', '/client-brief', [gazette])).toBe('404 no_such_route');
});

describe('Client-brief relationship: DELETE', () => {
  const deleted = { ...insider, status: 'deleted' };

  it('D7, D34: leaves the relationship readable and its pair of brief and client taken', async () => {
    const { delete: remove, get, refusal } = open();
    await remove('/brief-client/1');
    expect(await get('/brief-client')).toEqual([deleted]);
    expect(await refusal('POST', '/brief-client', [{ brief_id: 'b6', client_id: 2 }])).toMatch(/^409 conflict/);
  });

  it('D7: hides the relationship from GET with hideDeleted, while the pair stays taken', async () => {
    const { delete: remove, get, refusal } = open({ behavior: { hideDeleted: true } });
    await remove('/brief-client/1');
    expect(await get('/brief-client')).toEqual([]);
    expect(await refusal('GET', '/brief-client/1')).toBe('404 not_found');
    expect(await refusal('POST', '/brief-client', [{ brief_id: 'b6', client_id: 2 }])).toMatch(/^409 conflict/);
    expect(await remove('/brief-client/1')).toEqual([deleted]);
  });
});

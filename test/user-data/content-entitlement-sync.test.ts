import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

interface Result {
  processed_sync_payloads: unknown[];
  processed_delete_payloads: unknown[];
  invalid_payloads: { error_message: string; error_code: number; data: unknown; extra: object }[];
}

const PATH = '/content-entitlement-sync';
const gazette = { application_user_id: 3, slug: 'gazette', content_type: 'brief', is_subscribed: true };
const harbour = { application_user_id: 1, slug: 'harbour-log', content_type: 'brief', is_subscribed: false };
const nothing = { processed_sync_payloads: [], processed_delete_payloads: [], invalid_payloads: [] };

async function syncOnce(...items: unknown[]): Promise<Result> {
  const { post } = open();
  const data = await post<[Result]>(PATH, items);
  expect(data).toHaveLength(1);
  return data[0];
}

describe('Content entitlement sync', () => {
  it('action sync creates the entitlement and lists the item as processed', async () => {
    const { get, post } = open();
    const item = { action: 'sync', ...gazette };
    expect(await post(PATH, [item])).toEqual([{ ...nothing, processed_sync_payloads: [item] }]);
    expect(await get('/content-entitlement?slug=gazette')).toEqual([{ id: 4, ...gazette }]);
  });

  it('action sync updates an existing entitlement', async () => {
    const { get, post } = open();
    const item = { action: 'sync', ...harbour };
    expect(await post(PATH, [item])).toEqual([{ ...nothing, processed_sync_payloads: [item] }]);
    expect(await get('/content-entitlement/1')).toEqual([{ id: 1, ...harbour }]);
    await post(PATH, [{ ...item, is_subscribed: true }]);
    expect(await get('/content-entitlement/1')).toEqual([{ id: 1, ...harbour, is_subscribed: true }]);
    expect(await get('/content-entitlement')).toHaveLength(3);
  });

  it('action delete removes the entitlement and lists the item as processed', async () => {
    const { get, post } = open();
    const item = { action: 'delete', ...harbour };
    expect(await post(PATH, [item])).toEqual([{ ...nothing, processed_delete_payloads: [item] }]);
    expect((await get<{ id: number }[]>('/content-entitlement')).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('an item with any other action is listed as invalid with error_code 400', async () => {
    for (const action of ['SYNC', 'update', '', null, undefined, 1, ['sync']]) {
      const item = { ...gazette, ...(action !== undefined && { action }) };
      expect(await syncOnce(item)).toEqual({
        ...nothing,
        invalid_payloads: [{ error_message: expect.stringMatching(/./), error_code: 400, data: item, extra: {} }],
      });
    }
  });

  it('an item with an unknown application user is listed as invalid with error_code 404', async () => {
    for (const action of ['sync', 'delete']) {
      const item = { action, ...gazette, application_user_id: 99 };
      expect(await syncOnce(item)).toEqual({
        ...nothing,
        invalid_payloads: [{ error_message: expect.stringContaining('99'), error_code: 404, data: item, extra: {} }],
      });
    }
  });

  it('the status is 200 and valid items are processed even if other items are invalid', async () => {
    const { get, send } = open();
    const body = [
      { action: 'destroy', ...gazette },
      { action: 'sync', ...gazette },
      { action: 'sync', ...gazette, application_user_id: 99 },
      { action: 'delete', ...harbour },
    ];
    const { status, json } = await send<[Result]>('POST', `/user-data/v1${PATH}`, { body });
    expect(status).toBe(200);
    expect(json.status_code).toBe(200);
    const [result] = json.data;
    expect(result.processed_sync_payloads).toEqual([body[1]]);
    expect(result.processed_delete_payloads).toEqual([body[3]]);
    expect(result.invalid_payloads.map(({ error_code, data }) => [error_code, data])).toEqual([
      [400, body[0]],
      [404, body[2]],
    ]);
    expect((await get<{ id: number }[]>('/content-entitlement')).map(({ id }) => id)).toEqual([2, 3, 4]);
  });

  it('X7: an empty array is answered with one object with empty lists', async () => {
    expect(await syncOnce()).toEqual(nothing);
  });
});

describe('D26: content-entitlement-sync', () => {
  it('sets a missing is_subscribed to true', async () => {
    const { get, post } = open();
    const { is_subscribed, ...bare } = gazette;
    const item = { action: 'sync', ...bare };
    expect(await post(PATH, [item])).toEqual([{ ...nothing, processed_sync_payloads: [item] }]);
    await post(PATH, [{ action: 'sync', application_user_id: 2, slug: 'harbour-log', content_type: 'brief' }]);
    expect(await get('/content-entitlement?slug=gazette')).toMatchObject([{ is_subscribed: true }]);
    expect(await get('/content-entitlement/2')).toMatchObject([{ is_subscribed: true }]);
  });

  it('lists action delete as processed even if there is no entitlement', async () => {
    const item = { action: 'delete', application_user_id: 3, slug: 'nowhere', content_type: 'brief' };
    expect(await syncOnce(item)).toEqual({ ...nothing, processed_delete_payloads: [item] });
  });

  it.each([
    [{ action: 'sync' }],
    [{ action: 'sync', ...gazette, slug: '' }],
    [{ action: 'sync', ...gazette, slug: ['gazette'] }],
    [{ action: 'sync', ...gazette, content_type: 7 }],
    [{ action: 'sync', ...gazette, application_user_id: '3' }],
    [{ action: 'sync', ...gazette, application_user_id: 1.5 }],
    [{ action: 'delete', ...gazette, is_subscribed: 'no' }],
    [{ action: 'sync', application_user_id: 99, content_type: 'brief' }],
    [{ action: 'other', ...gazette, application_user_id: 99 }],
    [null],
    [7],
    ['sync'],
    [[]],
    [true],
  ])('lists %j as invalid with error_code 400', async (item) => {
    expect(await syncOnce(item)).toEqual({
      ...nothing,
      invalid_payloads: [{ error_message: expect.stringMatching(/./), error_code: 400, data: item, extra: {} }],
    });
  });

  it('applies items in order', async () => {
    const { get, post } = open();
    const sync = { action: 'sync', ...gazette };
    const remove = { action: 'delete', ...gazette };
    await post(PATH, [sync, remove]);
    expect(await get('/content-entitlement?slug=gazette')).toEqual([]);
    await post(PATH, [remove, sync, { ...sync, is_subscribed: false }]);
    expect(await get('/content-entitlement?slug=gazette')).toMatchObject([{ is_subscribed: false }]);
  });

  it('echoes items unchanged, including unknown fields', async () => {
    const item = { action: 'sync', ...gazette, id: 40, note: { deep: [1, null] } };
    const invalid = { action: 'none', note: 'text' };
    const result = await syncOnce(item, invalid);
    expect(result.processed_sync_payloads).toEqual([item]);
    expect(result.invalid_payloads[0]?.data).toEqual(invalid);
  });
});

it('X7: a body that is not an array is rejected with 400', async () => {
  const { refusal } = open();
  for (const body of [{ action: 'sync', ...gazette }, 'null', '3', '"sync"', undefined]) {
    expect(await refusal('POST', PATH, body)).toMatch(/^400 malformed_data/);
  }
});

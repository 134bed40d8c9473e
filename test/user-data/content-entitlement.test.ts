import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const annHarbour = { id: 1, application_user_id: 1, content_type: 'brief', is_subscribed: true, slug: 'harbour-log' };
const benHarbour = { ...annHarbour, id: 2, application_user_id: 2, is_subscribed: false };
const annWeekly = { ...annHarbour, id: 3, content_type: 'podcast', slug: 'weekly' };
const item = { application_user_id: 3, content_type: 'brief', slug: 'gazette' };

it('Content entitlement: GET lists all entitlements, one by id, or those of a slug', async () => {
  const { get } = open();
  expect(await get('/content-entitlement')).toEqual([annHarbour, benHarbour, annWeekly]);
  expect(await get('/content-entitlement/2')).toEqual([benHarbour]);
  expect(await get('/content-entitlement?slug=harbour-log')).toEqual([annHarbour, benHarbour]);
  expect(await get('/content-entitlement?slug=Harbour-Log')).toEqual([]);
  expect(await get('/content-entitlement?slug=')).toEqual([]);
});

it('Content entitlement, D25, D26: POST creates one for each item, for any slug, subscribed by default', async () => {
  const { get, post } = open();
  const created = [
    { id: 4, ...item, is_subscribed: true },
    { id: 5, ...item, slug: 'of-no-brief', is_subscribed: false },
    { id: 6, ...item, content_type: 'podcast', is_subscribed: true },
  ];
  const items = [
    item,
    { ...item, slug: 'of-no-brief', is_subscribed: false },
    { ...item, content_type: 'podcast', is_subscribed: null },
  ];
  expect(await post('/content-entitlement', items)).toEqual(created);
  expect(await get('/content-entitlement')).toEqual([annHarbour, benHarbour, annWeekly, ...created]);
});

it('D32: application_user_id, content_type and slug are required', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/content-entitlement', [{}])).toBe(
    '400 malformed_data 0.application_user_id 0.content_type 0.slug',
  );
  const wrong = { application_user_id: '3', content_type: '', slug: '', is_subscribed: 'yes' };
  expect(await refusal('POST', '/content-entitlement', [wrong])).toBe(
    '400 malformed_data 0.application_user_id 0.content_type 0.slug 0.is_subscribed',
  );
});

it('X5: POST answers 404 for an unknown application user', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/content-entitlement', [{ ...item, application_user_id: 99 }])).toBe(
    '404 not_found 0.application_user_id',
  );
});

it('Content entitlement: a second one of the same type, slug and application user gets 409', async () => {
  const { put, post, refusal } = open();
  const again = { application_user_id: 1, content_type: 'brief', slug: 'harbour-log' };
  expect(await refusal('POST', '/content-entitlement', [again])).toMatch(/^409 conflict 0\./);
  await post('/content-entitlement', [{ ...again, content_type: 'podcast' }]);
  expect(await refusal('PUT', '/content-entitlement/4', { content_type: 'brief' })).toMatch(/^409 conflict /);
  expect(await put('/content-entitlement/1', { content_type: 'brief' })).toEqual([annHarbour]);
});

it('Content entitlement: PUT sets is_subscribed, whatever it was', async () => {
  const { get, put } = open();
  expect(await put('/content-entitlement/1', { is_subscribed: false })).toEqual([
    { ...annHarbour, is_subscribed: false },
  ]);
  expect(await put('/content-entitlement/1', { is_subscribed: false })).toEqual([
    { ...annHarbour, is_subscribed: false },
  ]);
  expect(await put('/content-entitlement/2', { is_subscribed: true, content_type: 'brief' })).toEqual([
    { ...benHarbour, is_subscribed: true },
  ]);
  expect(await get('/content-entitlement?slug=harbour-log')).toEqual([
    { ...annHarbour, is_subscribed: false },
    { ...benHarbour, is_subscribed: true },
  ]);
});

it('X8: PUT changes is_subscribed and content_type, and nothing else', async () => {
  const { put, refusal } = open();
  expect(await put('/content-entitlement/3', { content_type: 'film' })).toEqual([
    { ...annWeekly, content_type: 'film' },
  ]);
  expect(await put('/content-entitlement/1', { slug: 'gazette', application_user_id: 3 })).toEqual([annHarbour]);
  expect(await refusal('PUT', '/content-entitlement/1', { is_subscribed: 'yes' })).toBe(
    '400 malformed_data is_subscribed',
  );
  expect(await refusal('PUT', '/content-entitlement/1', { content_type: '' })).toBe('400 malformed_data content_type');
});

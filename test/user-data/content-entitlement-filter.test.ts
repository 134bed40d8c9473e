import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const harbour = {
  content_definition_id: 'b5',
  slug: 'harbour-log',
  content_type: 'brief',
  entitlements: [
    { email: 'ann@acme.example', client_id: 1, application_user_id: 1 },
    { email: 'ben@oak.example', client_id: 2, application_user_id: 2 },
  ],
};
const gazette = { content_definition_id: 'b8', slug: 'gazette', content_type: 'brief', entitlements: [] };

it('Content entitlement sync filter: POST lists the entitled users of each slug', async () => {
  const { post } = open();
  expect(await post('/content-entitlement-sync/filter', [{ slug: ['harbour-log'], content_type: 'brief' }])).toEqual([
    harbour,
  ]);
  const both = await post('/content-entitlement-sync/filter', [
    { slug: ['harbour-log'], content_type: 'brief' },
    { slug: ['gazette'], content_type: 'brief' },
  ]);
  expect(both).toEqual([harbour, gazette]);
});

it('Content entitlement sync filter: an item may have several slugs', async () => {
  const { post } = open();
  const found = await post<object[]>('/content-entitlement-sync/filter', [
    { slug: ['harbour-log', 'gazette'], content_type: 'brief' },
  ]);
  expect(found).toEqual([harbour, gazette]);
});

it('Content entitlement sync filter: a user without a client has the client_id null', async () => {
  const { post } = open();
  await post('/application-user', [{ user_id: 3, application_id: 1, legacy_id: 103 }]);
  await post('/content-entitlement', [{ application_user_id: 4, content_type: 'brief', slug: 'gazette' }]);
  expect(await post('/content-entitlement-sync/filter', [{ slug: ['gazette'], content_type: 'brief' }])).toEqual([
    { ...gazette, entitlements: [{ email: 'cleo@free.example', client_id: null, application_user_id: 4 }] },
  ]);
});

it('Content entitlement sync filter: entitlements of another content type are not listed', async () => {
  const { post } = open();
  await post('/content-entitlement', [{ application_user_id: 3, content_type: 'podcast', slug: 'harbour-log' }]);
  expect(await post('/content-entitlement-sync/filter', [{ slug: ['harbour-log'], content_type: 'brief' }])).toEqual([
    harbour,
  ]);
});

it('Content entitlement sync filter: a slug that is named several times is listed once for each content type', async () => {
  const { post } = open();
  const found = await post('/content-entitlement-sync/filter', [
    { slug: ['harbour-log', 'harbour-log'], content_type: 'brief' },
    { slug: ['gazette', 'harbour-log'], content_type: 'brief' },
    { slug: ['gazette'], content_type: 'podcast' },
  ]);
  expect(found).toEqual([harbour, gazette, { ...gazette, content_type: 'podcast' }]);
});

it('D25: slugs that no brief has are omitted', async () => {
  const { post } = open();
  const filter = [{ slug: ['weekly', 'harbour-log', 'nowhere'], content_type: 'brief' }];
  expect(await post('/content-entitlement-sync/filter', filter)).toEqual([harbour]);
  expect(await post('/content-entitlement-sync/filter', [{ slug: ['weekly'], content_type: 'podcast' }])).toEqual([]);
  expect(await post('/content-entitlement-sync/filter', [{ slug: [], content_type: 'brief' }])).toEqual([]);
});

it('D32: slug must be an array of strings and content_type a string', async () => {
  const { refusal } = open();
  const items = [{}, { slug: 'harbour-log', content_type: 'brief' }, { slug: ['a', 1], content_type: null }];
  expect(await refusal('POST', '/content-entitlement-sync/filter', items)).toBe(
    '400 malformed_data 0.slug 0.content_type 1.slug 2.slug.1 2.content_type',
  );
});

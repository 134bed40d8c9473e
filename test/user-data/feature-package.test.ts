import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const first = { id: 1, package_id: 1, feature_id: 1, display_order: 1 };
const second = { id: 2, package_id: 2, feature_id: 1, display_order: 1 };
const third = { id: 3, package_id: 2, feature_id: 2, display_order: 2 };

it('D2: GET lists all feature packages, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/feature-package')).toEqual([first, second, third]);
  expect(await get('/feature-package/2')).toEqual([second]);
});

it('Feature package: POST creates one record for each item', async () => {
  const { get, post } = open();
  const items = [
    { package_id: 1, feature_id: 3, display_order: 7 },
    { package_id: 1, feature_id: 2, display_order: 7 },
  ];
  const created = items.map((item, n) => ({ id: 4 + n, ...item }));
  expect(await post('/feature-package', items)).toEqual(created);
  expect(await get('/feature-package')).toEqual([first, second, third, ...created]);
});

it('D32: both ids are required; a missing display_order comes after the last of the package', async () => {
  const { post, refusal } = open();
  expect(await refusal('POST', '/feature-package', [{ display_order: 1 }])).toBe(
    '400 malformed_data 0.package_id 0.feature_id',
  );
  expect(await refusal('POST', '/feature-package', [{ package_id: 1, feature_id: 2, display_order: 'last' }])).toBe(
    '400 malformed_data 0.display_order',
  );
  await post('/package', [{ name: 'new' }]);
  const items = [
    { package_id: 2, feature_id: 3 },
    { package_id: 3, feature_id: 1 },
    { package_id: 3, feature_id: 2, display_order: 40 },
    { package_id: 3, feature_id: 3, display_order: null },
  ];
  expect((await post<{ display_order: number }[]>('/feature-package', items)).map((row) => row.display_order)).toEqual([
    3, 1, 40, 41,
  ]);
});

it('D35: adding a feature to a package twice gets 409', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/feature-package', [{ package_id: 2, feature_id: 1 }])).toMatch(/^409 conflict 0\./);
  expect(await refusal('PUT', '/feature-package/3', { feature_id: 1 })).toMatch(/^409 conflict /);
});

it('X5: POST and PUT answer 404 for an unknown package or feature', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/feature-package', [{ package_id: 99, feature_id: 98 }])).toBe(
    '404 not_found 0.package_id 0.feature_id',
  );
  expect(await refusal('PUT', '/feature-package/1', { feature_id: 99 })).toBe('404 not_found feature_id');
});

it('X8: PUT changes only the fields in the body', async () => {
  const { get, put } = open();
  expect(await put('/feature-package/1', { display_order: 9 })).toEqual([{ ...first, display_order: 9 }]);
  const all = { package_id: 1, feature_id: 3, display_order: 4 };
  expect(await put('/feature-package/1', all)).toEqual([{ id: 1, ...all }]);
  expect(await get('/feature-package/1')).toEqual([{ id: 1, ...all }]);
});

import { expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const annReader = { id: 1, user_id: 1, application_id: 1, legacy_id: 101 };
const benReader = { id: 2, user_id: 2, application_id: 1, legacy_id: 102 };
const annDesk = { id: 3, user_id: 1, application_id: 2, legacy_id: 101 };

it('D2: GET lists all application users, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/application-user')).toEqual([annReader, benReader, annDesk]);
  expect(await get('/application-user/3')).toEqual([annDesk]);
});

it('Application user: POST creates one record for each item', async () => {
  const { get, post } = open();
  const items = [
    { user_id: 3, application_id: 1, legacy_id: 0 },
    { user_id: 3, application_id: 2, legacy_id: -7 },
  ];
  const created = items.map((item, n) => ({ id: 4 + n, ...item }));
  expect(await post('/application-user', items)).toEqual(created);
  expect(await get('/application-user')).toEqual([annReader, benReader, annDesk, ...created]);
});

it('D32: all three fields are required integers', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/application-user', [{}])).toBe(
    '400 malformed_data 0.user_id 0.application_id 0.legacy_id',
  );
  for (const field of ['user_id', 'application_id', 'legacy_id']) {
    for (const value of [null, '3', 1.5, true]) {
      const item = { user_id: 3, application_id: 1, legacy_id: 103, [field]: value };
      expect(await refusal('POST', '/application-user', [item])).toBe(`400 malformed_data 0.${field}`);
      expect(await refusal('PUT', '/application-user/1', { [field]: value })).toBe(`400 malformed_data ${field}`);
    }
  }
});

it('X5: POST and PUT answer 404 for an unknown user or application', async () => {
  const { refusal } = open();
  const item = { user_id: 99, application_id: 98, legacy_id: 1 };
  expect(await refusal('POST', '/application-user', [item])).toBe('404 not_found 0.user_id 0.application_id');
  expect(await refusal('PUT', '/application-user/1', { user_id: 99 })).toBe('404 not_found user_id');
  expect(await refusal('PUT', '/application-user/1', { application_id: 99 })).toBe('404 not_found application_id');
});

it('D35: a second account of a user in an application gets 409, and so does a taken legacy_id', async () => {
  const { post, refusal } = open();
  const again = { user_id: 1, application_id: 1, legacy_id: 999 };
  const taken = { user_id: 3, application_id: 1, legacy_id: 101 };
  expect(await refusal('POST', '/application-user', [again])).toMatch(/^409 conflict 0\./);
  expect(await refusal('POST', '/application-user', [taken])).toMatch(/^409 conflict 0\./);
  expect(await refusal('PUT', '/application-user/2', { user_id: 1 })).toMatch(/^409 conflict /);
  expect(await refusal('PUT', '/application-user/2', { legacy_id: 101 })).toMatch(/^409 conflict /);
  expect(await post('/application-user', [{ ...taken, legacy_id: 103 }])).toHaveLength(1);
});

it('X8: PUT changes only the fields in the body', async () => {
  const { get, put } = open();
  expect(await put('/application-user/1', { legacy_id: 7 })).toEqual([{ ...annReader, legacy_id: 7 }]);
  const all = { user_id: 3, application_id: 2, legacy_id: 8 };
  expect(await put('/application-user/1', all)).toEqual([{ id: 1, ...all }]);
  expect(await get('/application-user/1')).toEqual([{ id: 1, ...all }]);
});

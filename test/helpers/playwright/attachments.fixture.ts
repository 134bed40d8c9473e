import { expect } from '@playwright/test';
import { test } from 'briefs-mock/playwright';

test('passes', async ({ mock }) => {
  await mock.fetch('/public-api/v1/brief');
});

test('fails', async ({ mock }) => {
  await mock.create('user', { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  await mock.fetch('/public-api/v1/brief');
  await mock.fetch('/public-api/v1/brief?token=hush');
  expect(await mock.countRequests({ status: 200 })).toBe(1);
});

test('fails as expected', async ({ mock }) => {
  test.fail();
  expect(await mock.countRequests()).toBe(1);
});

test('throws a text', async ({ mock }) => {
  await mock.fetch('/public-api/v1/brief');
  throw 'the reason';
});

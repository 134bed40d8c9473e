import { expect, test } from 'vitest';
import { call, startMock } from './mock.js';

const { mock } = startMock();

test('lists clients', async () => {
  const { status, data } = await call('GET', '/user-data/v1/client');
  expect([status, data.length]).toEqual([200, 6]);
});

test('shows a deleted client', async () => {
  const { data } = await call('GET', '/user-data/v1/client');
  expect((await call('DELETE', `/user-data/v1/client/${data[0].id}`)).status).toBe(200);
  const left = await call('GET', '/user-data/v1/client');
  expect(left.data.length).toBe(data.length);
});

test('creates two users of one name', async () => {
  const user = (email: string) => ({ fname: 'Ann', lname: 'Ek', email });
  const bodies = ['one@acme.example', 'two@acme.example'].map((email) => user(email));
  const answers = [];
  for (const body of bodies) answers.push((await call('POST', '/user-data/v1/user', { body: [body] })).status);
  expect(answers).toEqual([200, 200]);
});

test('shows the first application', async () => {
  const name = mock.data.application.findFirst({ where: { id: { equals: 1 } } })?.name;
  const { status, data } = await call('GET', '/user-data/v1/application/1');
  expect([status, data[0].name]).toEqual([200, name]);
  expect(name).not.toBe('Renamed');
});

test('lists the preferences of users', async () => {
  const { status, data } = await call('GET', '/user-data/v1/user-preference');
  expect([status, data[0].preference_value]).toEqual([200, { hour: 9, minute: 45 }]);
  expect(Object.keys(data[0]).filter((name) => name.startsWith('preference_value'))).toEqual(['preference_value']);
});

test('asks the mock for nothing', () => {
  expect(mock.requests.all()).toEqual([]);
});

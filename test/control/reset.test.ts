import { defineScenario } from 'briefs-mock';
import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const attic = defineScenario({
  name: 'attic',
  description: 'One user with a random surname',
  clock: '2020-01-01T00:00:00Z',
  personas: [{ key: 'ada', email: 'ada@attic.example', token: 'ada-token', description: 'lives there' }],
  seed: ({ data, random }) => {
    const lname = `Drawn${random('user', 1)()}`;
    data.user.create({ fname: 'Ada', lname, email: 'ada@attic.example' });
  },
});
const scenarios = [attic];

describeControl('POST /__mock/reset', (open) => {
  it.each([undefined, {}])('X20: with the body %j resets the state to the baseline', async (body) => {
    const { mock, ann, send } = await open();
    const before = mock.fingerprint();
    await ann.post('/bookmark/morning/1-104');
    mock.clock.advance({ days: 3 });
    const { status, json } = await send('POST', '/__mock/reset', { body });
    expect(status).toBe(200);
    expect(json).toEqual({ scenario: readingRoom.name, seed: 1, clock: '2026-03-04T09:00:00.000Z' });
    expect(mock.fingerprint()).toBe(before);
  });

  it('X20: removes issued tokens and created records, and ids start again', async () => {
    const { mock, send } = await open();
    const body = { fname: 'Dov', lname: 'Dale', email: 'dov@reader.example' };
    const first = await send<{ data: { id: number } }>('POST', '/__mock/data/user', { body });
    const token = mock.tokenFor('dov@reader.example');
    await send('POST', '/__mock/reset');
    expect((await send('GET', '/public-api/v1/brief', { token })).status).toBe(401);
    const second = await send<{ data: { id: number } }>('POST', '/__mock/data/user', { body });
    expect(second.json.data.id).toBe(first.json.data.id);
  });

  it('changes the scenario, and later resets keep it', async () => {
    const { mock, send, as } = await open({ scenarios });
    const { json } = await send('POST', '/__mock/reset', { body: { scenario: 'attic' } });
    expect(json).toEqual({ scenario: 'attic', seed: 1, clock: '2020-01-01T00:00:00.000Z' });
    expect((await as('ann-token').get('/brief')).status).toBe(401);
    expect((await as('ada-token').get('/brief')).json).toEqual({ data: [] });
    await send('POST', '/__mock/reset');
    expect(mock.scenario).toBe('attic');
    await send('POST', '/__mock/reset', { body: { scenario: readingRoom.name } });
    expect((await as('ann-token').get('/brief')).status).toBe(200);
  });

  it('changes the seed, and later resets keep it', async () => {
    const { mock, send } = await open({ scenario: attic });
    const surname = () => mock.data.user.getAll()[0]?.lname;
    const one = surname();
    await send('POST', '/__mock/reset', { body: { seed: 7 } });
    const seven = surname();
    expect(seven).not.toBe(one);
    await send('POST', '/__mock/reset');
    expect(mock.seed).toBe(7);
    expect(surname()).toBe(seven);
    await send('POST', '/__mock/reset', { body: { seed: 1 } });
    expect(surname()).toBe(one);
  });

  it('changes the scenario and the seed in one call', async () => {
    const { mock, send } = await open({ scenarios });
    const { json } = await send('POST', '/__mock/reset', { body: { scenario: 'attic', seed: 0 } });
    expect(json).toMatchObject({ scenario: 'attic', seed: 0 });
    expect([mock.scenario, mock.seed]).toEqual(['attic', 0]);
  });

  it('the option clock overrides the clock of every scenario', async () => {
    const { send } = await open({ scenarios, clock: '2030-05-05T05:05:05Z' });
    const { json } = await send('POST', '/__mock/reset', { body: { scenario: 'attic' } });
    expect(json).toMatchObject({ clock: '2030-05-05T05:05:05.000Z' });
  });

  it('has the same effect as mock.reset()', async () => {
    const { mock, send } = await open({ scenarios });
    await send('POST', '/__mock/reset', { body: { scenario: 'attic', seed: 5 } });
    const over = mock.fingerprint();
    mock.reset({ scenario: readingRoom.name, seed: 1 });
    mock.reset({ scenario: 'attic', seed: 5 });
    expect(mock.fingerprint()).toBe(over);
  });

  it('an unknown scenario gets 404, changes nothing, and the error lists the scenarios', async () => {
    const { mock, ann, send } = await open({ scenarios });
    await ann.post('/bookmark/morning/1-104');
    const before = mock.fingerprint();
    const body = { scenario: 'cellar', seed: 9 };
    const { status, json } = await send<ControlFailure>('POST', '/__mock/reset', { body });
    expect(status).toBe(404);
    expect(json.error.code).toBe('not_found');
    for (const name of ['cellar', 'attic', readingRoom.name]) expect(json.error.message).toContain(name);
    expect(mock.fingerprint()).toBe(before);
    await send('POST', '/__mock/reset');
    expect([mock.scenario, mock.seed]).toEqual([readingRoom.name, 1]);
  });

  it.each([
    [{ seed: -1 }, 'seed'],
    [{ seed: 1.5 }, 'seed'],
    [{ seed: '7' }, 'seed'],
    [{ seed: null }, 'seed'],
    [{ seed: 2 ** 53 }, 'seed'],
    [{ scenario: 7 }, 'scenario'],
    [{ sead: 7 }, 'sead'],
  ])('the body %j gets 400 and changes nothing', async (body, path) => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    const before = mock.fingerprint();
    const { status, json } = await send<ControlFailure>('POST', '/__mock/reset', { body });
    expect(status).toBe(400);
    expect(json.error.code).toBe('malformed_data');
    expect(json.error.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(mock.fingerprint()).toBe(before);
  });

  it.each(['[]', '7', '"attic"', 'null'])('the body %s gets 400, since it is not an object', async (body) => {
    const { send } = await open();
    expect((await send('POST', '/__mock/reset', { body })).status).toBe(400);
  });
});

import { createMock, type Mock, MockError } from 'briefs-mock';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { anyCharacter } from '../support/odd-values.js';
import { runs } from '../support/state-runs.js';
import { world } from '../support/state-world.js';

/** Takes a snapshot in both ways, restores it in both ways, and expects the same state. */
async function expectRestorable(mock: Mock): Promise<void> {
  // A running clock would advance between the two snapshots.
  mock.clock.freeze();
  const fingerprint = mock.fingerprint();
  const text = JSON.stringify(mock.snapshot());
  expect(createMock({ snapshot: JSON.parse(text) }).fingerprint()).toBe(fingerprint);
  const body = await (await mock.fetch('/__mock/snapshot')).text();
  const other = createMock();
  const restored = await other.fetch('/__mock/restore', { method: 'POST', body });
  expect([restored.status, restored.status === 200 ? '' : await restored.text()]).toEqual([200, '']);
  expect(other.fingerprint()).toBe(fingerprint);
}

/** A call in the process, or a request. */
type Operation = (mock: Mock) => unknown;

const post = (mock: Mock, path: string, body: unknown, method = 'POST') =>
  mock.fetch(path, { method, body: JSON.stringify(body) });

function nested(depth: number): Record<string, unknown> {
  let value: unknown = 'bottom';
  for (let i = 1; i < depth; i++) value = i % 2 === 0 ? { value } : [value];
  return { value };
}

function setPreference(preference_value: object): Operation[] {
  return [
    ({ data }) =>
      data.legacy_user_preference.update({
        where: { id: { equals: 1 } },
        data: { preference_value: preference_value as Record<string, never> },
      }),
    (mock) => post(mock, '/__mock/data/legacy_user_preference/1', { preference_value }, 'PATCH'),
    (mock) => post(mock, '/user-data/v1/user-preference/1', { preference_value }, 'PUT'),
  ];
}

function addClient(name: string): Operation[] {
  const client = { name, short_name: 'c', display_name: 'C', type: 'company' };
  return [({ data }) => data.client.create(client), (mock) => post(mock, '/__mock/data/client', client)];
}

/** The machine's time goes on, so that a running clock does too. */
function passTime(milliseconds: number): Operation {
  return () => {
    const now = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
  };
}

function moveClock(now: string, seconds: number, frozen: boolean): Operation[] {
  return [
    (mock) => post(mock, '/__mock/clock', { now, advance_seconds: seconds, frozen }, 'PUT'),
    ({ clock }) => {
      clock.set(now);
      if (frozen) clock.freeze();
      else clock.unfreeze();
      clock.advance({ seconds });
    },
  ];
}

const edges = ['0000-01-01T00:00:00Z', '2026-03-04T09:00:00Z', '9999-12-31T23:59:59Z', '+010000-01-01T00:00:00Z'];
const seconds = fc.constantFrom(-1e15, -1e11, -1, 0, 0.9, 1, 60, 1e11, 1e15);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc
    .oneof(
      fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 180, max: 215 })).map((depth) => nested(depth)),
      fc.dictionary(fc.string(), fc.jsonValue()),
    )
    .chain((value) => fc.constantFrom(...setPreference(value))),
  fc.string({ unit: anyCharacter }).chain((name) => fc.constantFrom(...addClient(name))),
  fc.tuple(fc.constantFrom(...edges), seconds, fc.boolean()).chain((parts) => fc.constantFrom(...moveClock(...parts))),
  fc.constantFrom(0, 999, 2000, 1e12).map(passTime),
  fc.constantFrom<Operation>(
    ({ make }) => make.user(),
    ({ make }) => make.publishedBrief(),
    (mock) => post(mock, '/__mock/tokens', { email: 'ann@acme.example', expires_in: 3600 }),
  ),
);

/** Runs an operation; a MockError and an answer with 4xx are fine. */
async function run(operation: Operation, mock: Mock): Promise<void> {
  try {
    const result = await operation(mock);
    if (result instanceof Response) expect(result.status).toBeLessThan(500);
  } catch (error) {
    if (!(error instanceof MockError)) throw error;
  }
}

afterEach(() => void vi.restoreAllMocks());

describe('Every snapshot can be restored', () => {
  it('after any writes and moves of the clock', async () => {
    const property = fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
      try {
        const mock = createMock({ scenario: world });
        for (const operation of operations) await run(operation, mock);
        await expectRestorable(mock);
      } finally {
        vi.restoreAllMocks();
      }
    });
    await fc.assert(property, runs('restorable', 200, 20));
  });

  it.each([
    ['letters', 'x'],
    ['quotes', '"'],
    ['brackets', '[{'],
  ])('with a string of 9 MiB that consists of %s', async (_, unit) => {
    const mock = createMock({ scenario: world });
    mock.data.client.create({
      name: unit.repeat((9 * 1024 * 1024) / unit.length),
      short_name: 'c',
      display_name: 'C',
      type: 'company',
    });
    await expectRestorable(mock);
  });

  it('X5: a JSON value of at most 190 levels is stored in every way, and a deeper one gets 400', async () => {
    for (const [depth, status] of [
      [190, 200],
      [191, 400],
      [197, 400],
    ] as const) {
      for (const [i, write] of setPreference(nested(depth)).entries()) {
        const mock = createMock({ scenario: world });
        const before = mock.fingerprint();
        if (i > 0) expect([depth, ((await write(mock)) as Response).status]).toEqual([depth, status]);
        else if (status === 200) write(mock);
        else expect(() => write(mock)).toThrow('preference_value: must be nested at most 190 levels deep');
        expect(mock.fingerprint() === before).toBe(status === 400);
        await expectRestorable(mock);
      }
    }
  });

  it('X5: a value that contains itself is rejected', () => {
    const circular: Record<string, never> = {};
    Object.assign(circular, { circular });
    const { data } = createMock({ scenario: world });
    expect(() =>
      data.legacy_user_preference.update({ where: { id: { equals: 1 } }, data: { preference_value: circular } }),
    ).toThrow('preference_value: must be nested at most 190 levels deep');
  });

  it('when the clock has run to the end of its range, where it stops', async () => {
    const mock = createMock({ scenario: world, clock: { now: '9999-12-31T23:59:59Z', frozen: false } });
    passTime(2000)(mock);
    expect(mock.clock.reading()).toEqual({ now: '9999-12-31T23:59:59.999Z', frozen: false });
    expect(await (await mock.fetch('/__mock/clock')).json()).toEqual(mock.clock.reading());
    await expectRestorable(mock);
  });

  it('when the machine was set back while the clock was at the start of its range, where it stays', async () => {
    const mock = createMock({ scenario: world, clock: { now: '0000-01-01T00:00:00Z', frozen: false } });
    passTime(-2000)(mock);
    expect(mock.clock.reading()).toEqual({ now: '0000-01-01T00:00:00.000Z', frozen: false });
    await expectRestorable(mock);
  });
});

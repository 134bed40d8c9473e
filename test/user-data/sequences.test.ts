import type { BehaviorOptions, Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { expectWhole, open, userDataOf, userDataRoutes } from '../support/user-data.js';
import { sequences } from '../support/user-data-sequences.js';

/** Checks what references and unique columns do not: default briefs, types of values, cycles in the hierarchy. */
function expectInvariants(mock: Mock): void {
  const { brief_entitlement, preference, entity_preference, generic_preference, preference_hierarchy } = mock.data;
  const defaults = brief_entitlement.findMany({ where: { is_default: { equals: true } } }).map(({ email }) => email);
  expect(new Set(defaults).size, 'users with two default briefs').toBe(defaults.length);
  const types = new Map(preference.getAll().map(({ id, type }) => [id, type]));
  for (const { preference_id } of entity_preference.getAll()) expect(types.get(preference_id)).toBe('Entity');
  for (const { preference_id } of generic_preference.getAll()) expect(types.get(preference_id)).toBe('Generic');
  const parents = new Map(preference_hierarchy.getAll().map(({ id, parent }) => [id, parent]));
  for (const id of parents.keys()) {
    let steps = 0;
    for (let above = parents.get(id); above; above = parents.get(above)) expect(steps++).toBeLessThan(parents.size);
  }
}

const lists = userDataRoutes
  .filter(({ method, path }) => method === 'GET' && !/:|filter|brief-entitlement|entitled/.test(path))
  .map(({ path }) => path);

const changedBehavior: BehaviorOptions = {
  uniqueFirstName: true,
  hideDeleted: true,
  apostropheKey: 'both',
  setPreference: 'append',
  requestFrom: ['portal'],
};

describe('After random requests', () => {
  it.each<[string, BehaviorOptions]>([
    ['with the default behavior', {}],
    ['with every switch changed', changedBehavior],
  ])('all references are valid and all lists can be read, %s', async (name, behavior) => {
    const { mock } = open({ behavior });
    let accepted = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(sequences(60), async (calls) => {
        const api = userDataOf(mock.fork());
        for (const { method, path, ...sent } of calls) {
          const { status } = await api.send(method, path, sent);
          if (status === 200) accepted++;
          else refused++;
          expectInvariants(api.mock);
        }
        const names = api.mock.data.user.getAll().map(({ fname }) => fname);
        if (mock.behavior.uniqueFirstName) expect(new Set(names).size).toBe(names.length);
        expectWhole(api.mock);
        for (const path of lists) expect((await api.send('GET', path)).status).toBe(200);
        for (const { email } of api.mock.data.user.getAll()) {
          await api.get(`/application-entitled-brief?email=${encodeURIComponent(email)}`);
        }
      }),
      runs(name, 25),
    );
    // If most requests were rejected, the test would prove little.
    expect(accepted).toBeGreaterThan(refused / 3);
  });

  it('the same requests lead to the same state and the same answers', async () => {
    const { mock } = open();
    await fc.assert(
      fc.asyncProperty(sequences(20), async (calls) => {
        const twice = [mock.fork(), mock.fork()].map(async (fork) => {
          const answers: string[] = [];
          for (const { method, path, ...sent } of calls) {
            answers.push((await userDataOf(fork).send(method, path, sent)).text);
          }
          return [answers, fork.fingerprint()];
        });
        const [first, second] = await Promise.all(twice);
        expect(second).toEqual(first);
      }),
      runs('same answers', 10),
    );
  });

  it('X20: reset restores the initial state', async () => {
    const { mock } = open();
    const fork = mock.fork();
    const before = fork.fingerprint();
    await fc.assert(
      fc.asyncProperty(sequences(20), async (calls) => {
        for (const { method, path, ...sent } of calls) await userDataOf(fork).send(method, path, sent);
        fork.reset();
        expect(fork.fingerprint()).toBe(before);
      }),
      runs('reset', 10),
    );
  });
});

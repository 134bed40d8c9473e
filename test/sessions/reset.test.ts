import type { Mock } from 'briefs-mock';
import { expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { openPlace, type Place } from '../support/session-visits.js';

const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';

/** The default state and two sessions. */
const everywhere = [{}, { header: 'one' }, { prefix: 'two' }];

/** Leaves a bookmark, two requests, a fault rule and a kept snapshot in each state. */
async function leaveTraces({ mock, visit }: Place): Promise<Mock[]> {
  for (const naming of everywhere) {
    await visit(MARK, naming, { method: 'POST' });
    const body = JSON.stringify({ path: LIST, status: 503 });
    expect((await visit('/__mock/faults', naming, { method: 'POST', body })).status).toBe(200);
    expect((await visit('/__mock/snapshots/kept', naming, { method: 'PUT' })).status).toBe(200);
    expect((await visit(LIST, naming)).status).toBe(503);
  }
  return [mock, mock.sessions.get('one'), mock.sessions.get('two')];
}

const tracesOf = (mock: Mock) => [
  mock.data.bookmark.count(),
  mock.requests.count(),
  mock.faults.all().map(({ hits }) => hits),
  mock.snapshots.list().map(({ name }) => name),
];
const ALL = [1, 2, [1], ['kept']];

describeControl('X20: a reset or a restore', (_, delivery) => {
  it.each(everywhere.map((naming, nth) => [JSON.stringify(naming), naming, nth] as const))(
    'of the state named by %s clears only its own fault rules and journal, and keeps snapshots',
    async (_, naming, nth) => {
      const place = await openPlace(delivery);
      const { visit } = place;
      const states = await leaveTraces(place);
      const snapshot = (await visit('/__mock/snapshot', naming)).text;
      const act = async (path: string, body?: string) => {
        expect((await visit(path, naming, { method: 'POST', ...(body && { body }) })).status).toBe(200);
      };
      const others = states.filter((_, other) => other !== nth);
      const left = () => [tracesOf(states[nth] as Mock), others.map(tracesOf)];

      await act('/__mock/reset');
      expect(left()).toEqual([
        [0, 0, [], ['kept']],
        [ALL, ALL],
      ]);
      expect((await visit(LIST, naming)).status).toBe(200);

      for (const [path, body] of [
        ['/__mock/restore', snapshot],
        ['/__mock/snapshots/kept/restore', undefined],
      ] as const) {
        await visit('/__mock/faults', naming, { method: 'POST', body: JSON.stringify({ path: LIST, status: 500 }) });
        await visit(LIST, naming);
        await act(path, body);
        expect(left()).toEqual([
          [1, 0, [], ['kept']],
          [ALL, ALL],
        ]);
      }
      // Rules are numbered from 1 again.
      const rule = await visit('/__mock/faults', naming, { method: 'POST', body: '{"status":500}' });
      expect(rule.json.data.id).toBe(1);
    },
  );

  it('clears nothing if it is rejected', async () => {
    const place = await openPlace(delivery);
    const states = await leaveTraces(place);
    for (const naming of everywhere) {
      for (const [path, body] of [
        ['/__mock/reset', '{"scenario":"nowhere"}'],
        ['/__mock/reset', '{"seed":-1}'],
        ['/__mock/restore', '{}'],
        ['/__mock/snapshots/unknown/restore', ''],
      ] as const) {
        const { status } = await place.visit(path, naming, { method: 'POST', ...(body && { body }) });
        expect([400, 404]).toContain(status);
      }
    }
    expect(states.map(tracesOf)).toEqual([ALL, ALL, ALL]);
  });

  it.each(['reset', 'restore', 'snapshots/kept/restore'])('X12: %s starts the request ids again', async (action) => {
    const { mock, visit } = await openPlace(delivery);
    mock.sessions.create('one');
    const one = { header: 'one' };
    const body = (await visit('/__mock/snapshot', one)).text;
    await visit('/__mock/snapshots/kept', one, { method: 'PUT' });
    const idIn = async (naming = {}) => (await visit(LIST, naming)).headers.get('x-request-id');
    const first = await idIn({ header: 'one' });
    await idIn();
    const second = await idIn({ header: 'one' });
    const sent = { method: 'POST', ...(action === 'restore' && { body }) };
    expect((await visit(`/__mock/${action}`, one, sent)).status).toBe(200);
    expect(await idIn({ header: 'one' })).toBe(first);
    // The default state continues its own sequence.
    expect(await idIn()).toBe(second);
  });
});

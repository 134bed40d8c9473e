import type { SessionInfo } from 'briefs-mock';
import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';

interface Many {
  data: SessionInfo[];
  total: number;
}

const SESSIONS = '/__mock/sessions';

describeControl('The list of sessions', (open, delivery) => {
  const withSessions = async () => {
    const api = await open();
    const { ann, ben, send } = api;
    const ask = (id: string, token?: string) =>
      send('GET', '/public-api/v1/brief', { headers: { 'x-mock-session': id }, ...(token && { token }) });
    await ask('worker-1', 'ann-token');
    await ask('worker-2', 'ben-token');
    await ask('stranger');
    await ask('worker-1');
    const ids = async (query: string) => {
      const { json } = await send<Many>('GET', `${SESSIONS}?${query}`);
      return { ids: json.data.map(({ id }) => id), total: json.total };
    };
    return { ...api, ann, ben, ids };
  };

  it('says who used a session last, and from which address it was created', async () => {
    const { send } = await withSessions();
    const { json } = await send<Many>('GET', `${SESSIONS}?search=worker`);
    const client = delivery === 'tcp' ? { client: '127.0.0.1' } : {};
    expect(json.data).toEqual([
      expect.objectContaining({ id: 'worker-2', email: 'ben@reader.example', ...client }),
      expect.objectContaining({ id: 'worker-1', email: 'ann@reader.example', ...client }),
    ]);
    const { data } = (await send<{ data: SessionInfo }>('GET', `${SESSIONS}/stranger`)).json;
    expect(data).not.toHaveProperty('email');
  });

  it('is sorted, searched and paged', async () => {
    const { ids } = await withSessions();
    expect(await ids('')).toEqual({ ids: ['worker-2', 'stranger', 'worker-1'], total: 3 });
    expect(await ids('sort=idle_seconds')).toEqual({ ids: ['worker-1', 'stranger', 'worker-2'], total: 3 });
    expect(await ids('sort=-requests&limit=1')).toEqual({ ids: ['worker-1'], total: 3 });
    expect(await ids('sort=id&offset=1')).toEqual({ ids: ['worker-1', 'worker-2'], total: 3 });
    expect(await ids('sort=email')).toEqual({ ids: ['worker-1', 'worker-2', 'stranger'], total: 3 });
    expect(await ids('search=BEN@')).toEqual({ ids: ['worker-2'], total: 1 });
    expect(await ids('search=nobody')).toEqual({ ids: [], total: 0 });
  });

  it('rejects a column that it does not have', async () => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', `${SESSIONS}?sort=age`);
    expect(status).toBe(400);
    expect(json.error.issues?.[0]?.path).toBe('sort');
  });
});

import { clientRules } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { type Play, staged } from '../support/scenario-api.js';

const play = staged(clientRules);

function clientId({ mock }: Play, short_name: string): number {
  return mock.data.client.findFirst({ where: { short_name: { equals: short_name } } })?.id ?? 0;
}

describe('client-rules', () => {
  it('doris gets no brief through an active relationship, as her client is deleted', async () => {
    const api = play();
    const oldtown = { id: { equals: clientId(api, 'oldtown') } };
    expect(api.mock.data.client.findFirst({ where: oldtown })?.status).toBe('deleted');
    const relationships = api.mock.data.brief_client.findMany({ where: { client_id: oldtown.id } });
    expect(relationships).toMatchObject([{ brief_id: 'brief-markets-daily', status: 'active' }]);
    expect(await api.slugsOf('doris')).toEqual(['health-watch']);
    expect((await api.as('doris', 'GET', '/brief/markets-daily')).status).toBe(403);
    expect((await api.as('doris', 'GET', '/bookmark/brief')).json.data).toMatchObject([{ slug: 'markets-daily' }]);
  });

  it('doris may read the brief again when the client is active again', async () => {
    const api = play();
    await api.userData.put(`/client/${clientId(api, 'oldtown')}`, { status: 'active' });
    expect(await api.slugsOf('doris')).toEqual(['health-watch', 'markets-daily']);
  });

  it('marco may read the brief of an active relationship of his client', async () => {
    expect(await play().slugsOf('marco')).toEqual(['health-watch', 'tech-signals']);
  });

  it.each([
    ['new@meridian.example', '200'],
    ['new@CLINICS.meridian.example', '200'],
    ['new@labs.meridian.example', '400 malformed_data 0.email'],
    ['new@meridian.example.org', '400 malformed_data 0.email'],
    ['new@lakeside.example', '400 malformed_data 0.email'],
  ])('creating a user %s for the client with a domain list answers %s', async (email, expected) => {
    const api = play();
    const person = { fname: 'Nora', lname: 'Newcomer', email, client_id: clientId(api, 'meridian') };
    expect(await api.userData.refusal('POST', '/user', [person])).toBe(expected);
  });

  it('vera may still read, but PUT gets 400 while her e-mail domain is no longer listed', async () => {
    const { mock, userData, slugsOf } = play();
    expect(await slugsOf('vera')).toEqual(['health-watch', 'tech-signals']);
    const vera = mock.data.user.findFirst({ where: { email: { equals: 'vera@lakeside.example' } } });
    const path = `/user/${vera?.id}`;
    expect(await userData.refusal('PUT', path, { lname: 'Hollis-Gray' })).toBe('400 malformed_data email');
    await userData.put(path, { email: 'vera@meridian.example' });
    expect(await slugsOf('vera')).toEqual(['health-watch', 'tech-signals']);
  });

  it('the client of selma has no domain list and accepts any e-mail', async () => {
    const api = play();
    expect(await api.slugsOf('selma')).toEqual(['farm-and-food', 'health-watch']);
    const person = { fname: 'Nora', lname: 'Newcomer', email: 'nora@anywhere.example' };
    const created = await api.userData.post('/user', [{ ...person, client_id: clientId(api, 'fieldstone') }]);
    expect(created).toMatchObject([person]);
  });
});

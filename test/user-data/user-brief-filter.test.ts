import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const PATH = '/user-brief/filter';
const ofAnn = [
  {
    brief_definition: { display_name: 'Harbour Log', slug: 'harbour-log', id: 'b5' },
    preference: { is_default: true, is_admin: false, is_redacted: false },
  },
  {
    brief_definition: { display_name: 'Steel Wire', slug: 'steel-wire', id: 'b1' },
    preference: { is_default: false, is_admin: false, is_redacted: false },
  },
];

describe('D23: user-brief/filter', () => {
  it.each([{}, { 'X-REQUEST-FROM': '' }, { 'X-REQUEST-FROM': '  ' }])(
    'answers 400 without X-REQUEST-FROM: %j',
    async (headers) => {
      const { refusal } = open();
      expect(await refusal('GET', `${PATH}?email=ann@acme.example`, undefined, headers)).toMatch(/^400 malformed_data/);
      expect(await refusal('POST', PATH, { email: 'ann@acme.example' }, headers)).toMatch(/^400 malformed_data/);
    },
  );

  it('answers 403 to callers that are not in requestFrom', async () => {
    const { get, post, refusal } = open({ behavior: { requestFrom: ['portal', 'batch job'] } });
    for (const name of ['portal', 'batch job']) {
      expect(await get(`${PATH}?email=ann@acme.example`, { 'X-REQUEST-FROM': name })).toEqual(ofAnn);
      expect(await post(PATH, { email: 'ann@acme.example' }, { 'X-REQUEST-FROM': name })).toEqual(ofAnn);
    }
    for (const name of ['Portal', 'other', 'portal, batch job']) {
      const headers = { 'X-REQUEST-FROM': name };
      expect(await refusal('GET', `${PATH}?email=ann@acme.example`, undefined, headers)).toBe('403 forbidden');
      expect(await refusal('POST', PATH, { email: 'ann@acme.example' }, headers)).toBe('403 forbidden');
    }
    expect(await refusal('GET', `${PATH}?email=ann@acme.example`)).toMatch(/^400 malformed_data/);
  });

  it('is the only route that requires X-REQUEST-FROM', async () => {
    const { get } = open({ behavior: { requestFrom: ['portal'] } });
    expect(await get('/brief-entitlement?email=ann@acme.example')).toHaveLength(3);
    expect(await get('/application-entitled-brief?email=ann@acme.example')).toHaveLength(4);
  });
});

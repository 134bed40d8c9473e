import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { getResponse } from 'msw';
import { runContract } from '../contract.js';
import { compare } from './compare.js';

/** The report of the contract, that of `conform`, or of a part of both, and the status that the MSW handlers answer. */
export async function makeReport({ files, cases } = {}) {
  const mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
  const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
  const request = new Request('https://api.example.com/public-api/v1/brief', { headers });
  const handled = await getResponse(createHandlers(mock), request);
  return { ...(await runContract(files)), compared: await compare(cases), handled: handled?.status };
}

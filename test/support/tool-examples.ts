import type { Mock } from 'briefs-mock';

/** An input of a tool that reads as much, or changes something, as its schema allows. */
interface Example {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An example of each tool that changes nothing, with the longest page, and one about each of these. */
export const readsAbout = ({ id, email, brief }: { id: string; email: string; brief: string }): readonly Example[] => [
  { name: 'overview', input: {} },
  { name: 'routes', input: { limit: 30 } },
  { name: 'find_requests', input: { limit: 30 } },
  { name: 'explain_request', input: { id } },
  { name: 'explain_brief', input: { email, limit: 30 } },
  { name: 'explain_brief', input: { email, brief } },
  { name: 'write_test', input: { runner: 'vitest' } },
  { name: 'write_test', input: { runner: 'playwright' } },
  { name: 'records', input: { table: 'article', limit: 30 } },
  { name: 'verify', input: { expectation: { method: 'GET', path: '/public-api/v1/brief' } } },
  { name: 'changes', input: {} },
  { name: 'history', input: { limit: 30 } },
  { name: 'trace', input: { limit: 30 } },
  { name: 'read_docs', input: { search: 'fault rules', limit: 30 } },
  { name: 'read_docs', input: { page: 'reference/faults', limit: 30 } },
];

/** An example of each tool that changes something. They are in an order in which each has something to change. */
export const writesBy = (as: string): readonly Example[] => [
  { name: 'clock', input: { advance_seconds: 60 } },
  { name: 'make', input: { maker: 'brief', count: 100 } },
  { name: 'write', input: { changes: [{ table: 'brief', create: { name: 'Harbour Watch', is_public: true } }] } },
  {
    name: 'request',
    input: { method: 'POST', path: '/public-api/v1/bookmark/front-page/1-2026030301', as },
  },
  { name: 'faults', input: { add: { path: '/public-api/v1/bookmark/brief', status: 503 } } },
  { name: 'snapshot', input: { keep: 'mine' } },
  { name: 'fork', input: {} },
  { name: 'rewind', input: { revision: 0 } },
  { name: 'reset', input: { seed: 7 } },
];

/** Examples of tools that read. One is about a request, which this sends. */
export async function readsIn(mock: Mock): Promise<readonly Example[]> {
  const [brief] = mock.data.brief.findMany({ take: 1 });
  const [{ email = '' } = {}] = mock.data.user.findMany({ take: 1 });
  const answer = await mock.fetch('/public-api/v1/brief', {
    headers: { authorization: `Bearer ${mock.tokenFor(email)}` },
  });
  return readsAbout({ id: answer.headers.get('x-request-id') ?? '', email, brief: brief?.slug ?? '' });
}

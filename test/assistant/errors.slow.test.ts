import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { useTool } from '../support/assistant.js';

const mock = createMock({ scenario: newsroom });
const access = { send: (path: string, init: RequestInit) => mock.fetch(path, init), own: 'default' };
const key = 'energy-today';
const briefs = '/public-api/v1/brief';
const copy = 'fork-00000000-0000-4000-8000-000000000000';

it.each<[string, object, string]>([
  ['nothing', {}, 'the tools are overview, routes, request'],
  ['records', { table: 'brif' }, 'table: must be one of client, user,'],
  ['records', { tabel: 'brief' }, 'Unrecognized key: "tabel"'],
  ['write', { changes: [{ table: 'brief', key, remove: true }] }, 'did you mean brief-energy-today? records lists'],
  ['make', { maker: 'brif' }, 'the factories are client, user,'],
  ['explain_brief', { email: 'dana', brief: key }, 'did you mean dana@harbourquay.example? records lists'],
  [
    'explain_brief',
    { email: 'dana@harbourquay.example', brief: 'energy' },
    'did you mean brief-energy-today or energy-today?',
  ],
  ['explain_request', { id: 'req-0' }, 'find_requests lists the requests'],
  ['request', { path: '/__mock/reset' }, 'must be a path of an API, such as /public-api/v1/brief'],
  ['request', { path: '/public-api/../__mock/reset' }, 'must be a path of an API'],
  ['request', { path: '/public-api/%2e%2e/__mock/reset' }, 'must be a path of an API'],
  ['request', { path: '/%5F%5Fmock/reset', method: 'POST' }, 'must be a path of an API'],
  ['request', { path: '/%5f%5fmock/s/other/public-api/v1/brief' }, 'must be a path of an API'],
  ['request', { path: '/public-api/v1/brief', as: 'nobody@x.example' }, 'overview lists people'],
  ['verify', { expectation: { metod: 'GET' } }, 'metod: is unknown; allowed: method, path,'],
  ['faults', { remove: '7' }, 'There is no fault rule 7; faults without values lists the rules'],
  ['faults', { add: {}, remove: '7' }, 'give either add or remove'],
  ['snapshot', { restore: 'x' }, 'snapshot without values lists what was kept'],
  ['snapshot', { restore: 'x', keep: 'y' }, 'give one of keep, restore, compare and drop'],
  ['rewind', { revision: 9 }, 'the session keeps the revisions 0 to 0; history lists'],
  ['rewind', {}, 'give either revision or before'],
  ['rewind', { revision: 0, before: 'req-0' }, 'give either revision or before'],
  ['changes', { since: 1.5 }, '- since: must be a revision, which is an integer, or the id of a request'],
  ['changes', { since: 'req-0' }, 'history lists the revisions and their requests'],
  ['fork', { drop: copy, at: 0 }, 'give either at or drop'],
  ['fork', { drop: copy }, 'fork without values makes a copy and answers its name'],
  ['fork', { drop: 'worker-1' }, '- drop: must be the name of a copy; fork without values makes one'],
  ['reset', { scenario: 'newsrom' }, 'Available: newsroom'],
  ['explain_request', { id: '' }, '- id: must not be empty, . or ..'],
  ['explain_request', { id: '..' }, '- id: must not be empty, . or ..'],
  ['snapshot', { keep: '' }, '- keep: must not be empty, . or ..'],
  ['snapshot', { restore: '..' }, '- restore: must not be empty, . or ..'],
  ['snapshot', { compare: '.' }, '- compare: must not be empty, . or ..'],
  ['snapshot', { drop: '..' }, '- drop: must not be empty, . or ..'],
  ['records', { table: '..' }, '- table: must not be empty, . or ..'],
  ['make', { maker: '..' }, '- maker: must not be empty, . or ..'],
  ['faults', { remove: '..' }, '- remove: must not be empty, . or ..'],
  ['faults', { remove: 7 }, 'There is no fault rule 7'],
  ['fork', { drop: 'default' }, '- drop: must be the name of a copy'],
  ['write', { changes: [{ table: 'client', key: 0, remove: true }] }, 'There is no client 0'],
  ['request', { path: '/public-api/v1/brief', body: {} }, 'body: a GET request has no body'],
  ['request', { path: '/public-api/v1/brief', headers: { 'X-Who': 'Ǆ' } }, 'headers: "X-Who" cannot be sent'],
  ['request', { path: briefs, headers: { 'x-mock-session': 'a' } }, 'must not name a session; give `session` instead'],
  ['request', { path: briefs, headers: { Cookie: 'mock_session=a' } }, 'must not name a session'],
  ['read_docs', { page: 'x' }, 'the pages are tutorials/'],
  ['read_docs', {}, 'give either search or page'],
])('the error of %s with %j says what to do', async (name, input, advice) => {
  await expect(useTool(name, input, access)).rejects.toThrow(advice);
});

it('an error says each thing once', async () => {
  const error: Error = await useTool('faults', { add: { foo: 1 } }, access).catch((thrown) => thrown);
  expect(error.message.match(/foo: is unknown/g)).toHaveLength(1);
});

it.each<[string, object, object]>([
  ['cut off', { malformed: true }, { status: 401, body: expect.stringMatching(/^\{"data":null[^}]*$/) }],
  ['missing, because the connection breaks', { abort: true }, { status: 0, body: '' }],
])('request answers the id also if the answer is %s', async (_, effect, answer) => {
  const faulty = mock.fork();
  faulty.faults.add({ path: briefs, ...effect });
  const send = async (path: string, init: RequestInit) => faulty.serve(new Request(`http://localhost${path}`, init));
  const { data } = await useTool('request', { path: briefs }, { send, own: 'default' });
  expect(data).toEqual({ ...answer, id: faulty.requests.all().at(-1)?.id });
});

it('without a control API, the error of a tool says that it needs one', async () => {
  const server = createServer(mock.fork(), { port: 0, control: false });
  await server.listen();
  onTestFinished(() => server.close());
  const send = (path: string, init: RequestInit) => fetch(server.url + path, init);
  await expect(useTool('overview', {}, { send, own: 'default' })).rejects.toThrow(
    'the tools need the control API of a briefs-mock, and the server answered with status 404: it may run with --no-control',
  );
});

it('no tool tells the tokens of requests or the control token', async () => {
  const server = createServer(mock.fork(), { port: 0, control: { token: 'a-control-token' } });
  await server.listen();
  onTestFinished(() => server.close());
  const send = (path: string, init: RequestInit) => fetch(server.url + path, init);
  const use = (name: string, input: object) =>
    useTool(name, input, { send, own: 'default', controlToken: 'a-control-token' });
  const secret = 'a-token-of-somebody';
  const answer = await fetch(`${server.url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${secret}` } });
  const id = answer.headers.get('x-request-id') ?? '';
  const changed = { table: 'brief', create: { name: 'Harbour Watch' } };
  await use('write', { changes: [changed] });
  const calls: [string, object][] = [
    ['overview', {}],
    ['find_requests', {}],
    ['explain_request', { id }],
    ['trace', {}],
    ['history', {}],
    ['write_test', { runner: 'vitest' }],
    ['write_test', { runner: 'playwright' }],
  ];
  for (const [name, input] of calls) {
    const { text, data } = await use(name, input);
    expect([name, `${text}${JSON.stringify(data)}`]).not.toEqual([
      name,
      expect.stringMatching(/a-token-of-somebody|a-control-token/),
    ]);
  }
});

import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useTool } from '../support/assistant.js';
import { writesBy } from '../support/tool-examples.js';

// Each tool that changes something: test/assistant/every-tool.slow.test.ts checks that none is missing.
const writes = writesBy('alice@acme.example');

const mock = createMock({ scenario: newsroom });

const token = { control: { token: 'a-control-token' } };

/** Where a tool is used, with what headers, and the status of the control API there. */
const callers: [string, ServerOptions, Record<string, string>, number][] = [
  ['without the control token', token, {}, 401],
  ['with another token', token, { authorization: 'Bearer other' }, 401],
  ['without a control API', { control: false }, {}, 404],
  ['from a page of another origin', {}, { origin: 'http://evil.example' }, 403],
  ['from a link of another page', {}, { 'sec-fetch-site': 'cross-site' }, 403],
  ['as a visitor of a demo', { visitors: true }, {}, 404],
  ['as a visitor of a demo with a token', { visitors: true, ...token }, {}, 401],
  ['with the control token', token, { authorization: 'Bearer a-control-token' }, 200],
  ['on its own machine', {}, {}, 200],
];

/** A server, and calls of a caller, who sends these headers. */
async function serve(options: ServerOptions, headers: Record<string, string>) {
  const served = mock.fork();
  const server = createServer(served, { port: 0, ...options });
  await server.listen();
  onTestFinished(() => server.close());
  const calls: { path: string; status: number; again: () => Promise<number> }[] = [];
  const send = async (path: string, init: RequestInit) => {
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    const fetchIt = () => fetch(server.url + path, { ...init, headers: sent });
    const answer = await fetchIt();
    const again = async () => (await fetchIt()).status;
    calls.push({ path, status: answer.status, again });
    return answer;
  };
  const state = () => JSON.stringify([served.snapshot(), served.revision, served.faults.all()]);
  return { url: server.url, send, calls, state };
}

describe.each(callers)('%s, each tool gets what its control route gets:', (_, options, headers, status) => {
  it('with a client of its own', async () => {
    const { send, calls, state } = await serve(options, headers);
    const before = state();
    for (const { name, input } of writes) {
      calls.length = 0;
      const error = await useTool(name, input, { send, own: 'default' }).catch((thrown) => thrown);
      const [first, ...more] = calls.filter(({ path }) => path.startsWith('/__mock/'));
      expect([name, error instanceof Error]).toEqual([name, status !== 200]);
      if (status === 200) {
        expect([name, [first, ...more].filter((call) => (call?.status ?? 400) >= 400)]).toEqual([name, []]);
      } else {
        expect([name, first?.status, await first?.again(), more]).toEqual([name, status, status, []]);
        expect(state()).toBe(before);
      }
    }
  });

  it('at /__mock/mcp', async () => {
    const { url, state } = await serve(options, headers);
    const before = state();
    for (const { name, input } of writes) {
      const params = { name, arguments: { ...input, session: 'default' } };
      const accept = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const answer = await fetch(`${url}/__mock/mcp`, {
        method: 'POST',
        headers: { ...accept, ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      const isRefused = /"isError":true|"error"/.test(await answer.text());
      expect([name, answer.status, isRefused]).toEqual([name, status, status !== 200]);
      if (status !== 200) expect(state()).toBe(before);
    }
  });
});

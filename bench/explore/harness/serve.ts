// Serves a built application, and the three APIs beside it, on a free port.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { html } from './build.js';

interface Served {
  url: string;
  close(): Promise<void>;
}

/** A backend as it is on a bad day. */
function trouble(mock: Mock): void {
  mock.faults.add({ status: 500, probability: 0.1 });
  mock.faults.add({ abort: true, probability: 0.05 });
  mock.faults.add({ delay_ms: { min: 0, max: 400 } });
}

async function ask(mock: Mock, request: IncomingMessage, url: URL): Promise<Response> {
  const body = await text(request);
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const init = { method: request.method ?? 'GET', headers: { authorization, 'content-type': type } };
  return mock.fetch(new Request(url, body === '' ? init : { ...init, body }));
}

export async function serveApp(script: string, isTroubled: boolean): Promise<Served> {
  const mock = createMock({ scenario: newsroom });
  if (isTroubled) trouble(mock);
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/app.js') return response.setHeader('content-type', 'text/javascript').end(script);
    if (!/^\/(public-api|user-data|user-preference)\//.test(url.pathname)) {
      return response.setHeader('content-type', 'text/html').end(html);
    }
    try {
      const answer = await ask(mock, request, url);
      const body = await answer.text();
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
    } catch {
      response.destroy(); // the mock was asked to break the connection
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import type { Mock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import { setupServer } from 'msw/node';
import { requestOf, type Transport, transportOf } from './session-worlds.js';
import type { Delivery } from './transports.js';

/** Makes a mock reachable through a delivery while `use` runs. */
export async function delivered(
  mock: Mock,
  delivery: Delivery,
  use: (transport: Transport) => Promise<void>,
): Promise<void> {
  const { transport, close } = await deliver[delivery](mock);
  try {
    await use(transport);
  } finally {
    await close();
  }
}

interface Delivered {
  readonly transport: Transport;
  readonly close: () => void | Promise<void>;
}

const API = /^(\/__mock\/s\/[^/]+)?\/(public-api|user-data|user-preference)(\/|\?|$)/;

const deliver: Record<Delivery, (mock: Mock) => Delivered | Promise<Delivered>> = {
  fetch: (mock) => ({ transport: transportOf(mock), close: () => {} }),

  msw: (mock) => {
    const server = setupServer(...createHandlers(mock));
    server.listen({ onUnhandledRequest: 'error' });
    // Control calls go to the mock directly: the order of requests that MSW answers at once is not certain.
    const beside = transportOf(mock);
    const transport: Transport = (sent) =>
      API.test(sent.path) ? fetch(requestOf('http://mock.example', sent)) : beside(sent);
    return { transport, close: () => server.close() };
  },

  tcp: async (mock) => {
    const server = await createServer(mock, { port: 0 }).listen();
    return { transport: (sent) => fetch(requestOf(server.url, sent)), close: () => server.close() };
  },
};

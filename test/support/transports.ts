import type { Mock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import { setupServer } from 'msw/node';

/** The ways in which a mock is reached. */
export const deliveries = ['fetch', 'msw', 'tcp'] as const;
export type Delivery = (typeof deliveries)[number];

interface Delivered {
  readonly origin: string;
  readonly transport: (request: Request) => Promise<Response>;
  readonly close: () => void | Promise<void>;
}

/** Starts a delivery of a mock. */
export const deliver: Record<Delivery, (mock: Mock) => Delivered | Promise<Delivered>> = {
  fetch: (mock) => ({ origin: originOf(mock), transport: mock.fetch, close: () => {} }),

  msw: (mock) => {
    const origin = originOf(mock);
    const baseUrl = mock.baseUrl ?? origin;
    const server = setupServer(...createHandlers(mock, { baseUrl }));
    server.listen({ onUnhandledRequest: 'error' });
    return { origin, transport: (request) => fetch(request), close: () => server.close() };
  },

  tcp: async (mock) => {
    const server = await createServer(mock, { port: 0 }).listen();
    return { origin: server.url, transport: (request) => fetch(request), close: () => server.close() };
  },
};

function originOf(mock: Mock): string {
  return new URL(mock.baseUrl ?? 'http://mock.example').origin;
}

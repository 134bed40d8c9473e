import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What a server answers, on its way to the client. */
interface Reply {
  /** What the client has sent last. */
  readonly request: string;
  /** Passes the answer on. */
  pass(): void;
  /** Cuts the connection instead. */
  cut(): void;
}

/** A place between a server and its clients, where connections break, and answers are late. */
export interface Relay {
  /** Its host and port. */
  readonly host: string;
  /** Decides what happens to an answer. Default: it is passed on. */
  onReply: (reply: Reply) => void;
  stop(): void;
  /** Stops, and breaks all connections. */
  breakOff(): void;
}

/** Starts a relay to the URL that is the server's when a client connects. If there is none, the connection is closed. */
export async function startRelay(target: () => string | undefined): Promise<Relay> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    const url = target();
    if (url === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(new URL(url).port), '127.0.0.1');
    let request = '';
    client.on('data', (chunk) => {
      request = String(chunk);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      relay.onReply({ request, pass: () => void client.write(chunk), cut: () => void client.destroy() });
    });
    client.on('error', () => {});
    upstream.on('error', () => {});
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    upstream.on('close', () => client.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    host: `127.0.0.1:${port}`,
    onReply: ({ pass }) => pass(),
    stop: () => void server.close(),
    breakOff: () => {
      server.close();
      for (const client of clients) client.destroy();
    },
  };
  return relay;
}

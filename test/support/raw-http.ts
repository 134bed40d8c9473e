import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection on which a test writes HTTP itself, to say what `fetch` would not. */
export interface Connection {
  write(text: string | Uint8Array): void;
  /** Everything that has come back, as soon as it contains `text`; or all of it, when the server ends first. */
  received(text: string): Promise<string>;
  /** All that came back, when the server has ended the connection. */
  ended(): Promise<string>;
  /** Ends the connection from this side, whatever is still to come. */
  hangUp(): void;
}

export async function connectTo(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += chunk;
    tell();
  });
  socket.on('close', tell);
  // A server may hang up on a body that it has refused; what it said before that is what counts.
  socket.on('error', () => {});
  const when = (satisfied: () => boolean) =>
    new Promise<string>((resolve) => {
      const listener = () => {
        if (!satisfied() && !socket.closed) return;
        listeners.delete(listener);
        resolve(text);
      };
      listeners.add(listener);
      listener();
    });
  await once(socket, 'connect');
  return {
    write: (data) => {
      socket.write(data);
    },
    received: (part) => when(() => text.includes(part)),
    ended: () => when(() => false),
    hangUp: () => {
      socket.destroy();
    },
  };
}

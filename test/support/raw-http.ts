import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP connection on which a test writes HTTP that `fetch` cannot send. */
export interface Connection {
  write(text: string | Uint8Array): void;
  /** The number of bytes that were written, and that the operating system has not yet taken. */
  readonly unsent: number;
  /** Resolves to the received data when it contains `text`, or when the server ends the connection. */
  received(text: string): Promise<string>;
  /** Resolves to all received data when the server has ended the connection. */
  ended(): Promise<string>;
  /** Stops reading, and reads on. */
  pause(): void;
  resume(): void;
  /** Says that nothing more will be sent. */
  end(): void;
  /** Closes the connection at once. */
  hangUp(): void;
  /** Closes it with a reset: the server gets an error. */
  reset(): Promise<void>;
}

export async function connectTo(url: string, { allowHalfOpen = false } = {}): Promise<Connection> {
  const { hostname, port } = new URL(url);
  // Otherwise the socket would close by itself when the server has said that it sends nothing more.
  const options = { port: Number(port), host: hostname.replace(/^\[|\]$/g, ''), allowHalfOpen };
  const socket = connect(options);
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
  // A server may reset the connection after rejecting a body. Only the data received before matters.
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
    get unsent() {
      return socket.writableLength;
    },
    received: (part) => when(() => text.includes(part)),
    ended: () => when(() => false),
    pause: () => {
      socket.pause();
    },
    resume: () => {
      socket.resume();
    },
    end: () => {
      socket.end();
    },
    hangUp: () => {
      socket.destroy();
    },
    reset: async () => {
      socket.resetAndDestroy();
      await when(() => false);
    },
  };
}

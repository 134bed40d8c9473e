import type { RedisCommand } from './redis-entries.js';
import { UnusableStore } from './store-log.js';

type Driver = typeof import('@redis/client');
type Client = ReturnType<Driver['createClient']>;

/** The milliseconds after which a connection is given up on which nothing happens. */
const TIMEOUT = 5000;
/**
 * The errors of Redis that do not pass: the password is missing or wrong, the user may not run a command, another program uses a key,
 * or it is another server than this log needs. Others do, such as `LOADING` and `MASTERDOWN`.
 */
const LASTING = /^(NOAUTH|WRONGPASS|NOPERM|WRONGTYPE|ERR) /;
/** A connection to Redis that is made when it is needed. Nothing is sent again. */
export class RedisConnection {
  readonly #driver: Driver;
  readonly #url: string;
  #client: Promise<Client> | undefined;
  /** Rejects the connection that is being made. */
  #abandon: (error: Error) => void = () => {};
  #isClosed = false;

  private constructor(driver: Driver, url: string) {
    this.#driver = driver;
    this.#url = url;
  }

  /** @throws Error if the driver is not installed */
  static async to(url: string): Promise<RedisConnection> {
    return new RedisConnection(await loadDriver(), url);
  }

  /** Runs commands as one transaction. */
  run(commands: readonly RedisCommand[]): Promise<unknown[]> {
    return this.#use(commands, (client) => {
      const transaction = client.multi();
      for (const command of commands) transaction.addCommand([...command]);
      return transaction.exec() as Promise<unknown[]>;
    });
  }

  /** Runs commands one after the other. Their replies are buffers: those of a transaction cannot be. */
  pipe(commands: readonly RedisCommand[]): Promise<unknown[]> {
    const { RESP_TYPES } = this.#driver;
    return this.#use(commands, (client) => {
      const pipeline = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).multi();
      for (const command of commands) pipeline.addCommand([...command]);
      return pipeline.exec(true) as Promise<unknown[]>;
    });
  }

  /** If a command fails, the connection is closed: what it still sends must not arrive later. */
  async #use(commands: readonly RedisCommand[], act: (client: Client) => Promise<unknown[]>): Promise<unknown[]> {
    if (this.#isClosed) throw closedError();
    this.#client ??= this.#connect();
    const connecting = this.#client;
    try {
      return await act(await connecting);
    } catch (error) {
      if (this.#client === connecting) this.#disconnect();
      const reason = this.#reasonOf(error as Error, commands);
      throw LASTING.test(reason) ? new UnusableStore(reason) : new Error(reason);
    }
  }

  #connect(): Promise<Client> {
    const client = this.#driver.createClient({
      url: this.#url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: false, connectTimeout: TIMEOUT, socketTimeout: TIMEOUT },
    }) as Client;
    // Commands report what went wrong.
    client.on('error', () => {});
    return new Promise((resolve, reject) => {
      this.#abandon = (error) => {
        reject(error);
        // It does not end an attempt to connect before there is a socket.
        if (client.isOpen) client.destroy();
      };
      client.connect().then(
        () => (this.#isClosed ? client.destroy() : resolve(client)),
        (error) => {
          const reason = this.#reasonOf(error);
          reject(new Error(reason + hintOf(reason, this.#url)));
        },
      );
    });
  }

  /** Commands that still wait for Redis fail at once, and so do later ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#abandon(closedError());
    this.#disconnect();
  }

  #disconnect(): void {
    this.#client?.then((client) => client.destroy()).catch(() => {});
    this.#client = undefined;
  }

  /** What went wrong, in words for operators. */
  #reasonOf(error: Error & { code?: string }, commands: readonly RedisCommand[] = []): string {
    const { MultiErrorReply, SocketTimeoutError } = this.#driver;
    if (error instanceof SocketTimeoutError) return `it has not answered for ${TIMEOUT / 1000} seconds`;
    if (error instanceof MultiErrorReply) {
      const [first = error] = error.errors();
      const [name, ...parts] = commands[error.errorIndexes[0] ?? 0] ?? [];
      // Before the keys of a script are its text and their number.
      const key = parts[name === 'EVAL' ? 2 : 0];
      return this.#reasonOf(first) + (first.message.startsWith('WRONGTYPE') ? `; ${otherProgramText(key)}` : '');
    }
    // One of each address that a name stands for.
    const [{ message, code, name } = error] = error instanceof AggregateError ? error.errors : [error];
    return message.replace(/\.$/, '') || code || name;
  }
}

/** What is wrong with a key, and what to do. */
export function otherProgramText(key: unknown): string {
  return `another program uses the key ${key}: delete the key, or choose another prefix`;
}

async function loadDriver(): Promise<Driver> {
  try {
    return await import('@redis/client');
  } catch {
    throw new Error('--store needs the package @redis/client; install it with `npm install @redis/client`');
  }
}

function closedError(): Error {
  return new Error('the connection was closed');
}

/** What is wrong with a URL if no connection can be made. */
function hintOf(reason: string, url: string): string {
  const isEncrypted = url.startsWith('rediss:');
  if (reason.startsWith('NOAUTH')) return '; the password belongs in the URL of the store';
  if (/certificate/.test(reason)) return '; NODE_EXTRA_CA_CERTS can name the file of a private authority';
  if (isEncrypted && /timeout|has not answered|wrong version/.test(reason))
    return '; a store without TLS needs redis://';
  return !isEncrypted && /ECONNRESET|Socket closed/.test(reason) ? '; a store with TLS needs rediss://' : '';
}

import type { RedisCommand } from './redis-entries.js';
import { UnusableStore } from './store-log.js';

type Driver = typeof import('@redis/client');
type Client = ReturnType<Driver['createClient']>;

/** The milliseconds after which a connection is given up on which nothing happens. */
const TIMEOUT = 5000;
/**
 * The errors of Redis that do not pass: the password is missing or wrong, the user may not run a command, or it is another server than
 * this log needs. Others do, such as `LOADING` and `MASTERDOWN`.
 */
const LASTING = /^(NOAUTH|WRONGPASS|NOPERM|ERR) /;
/** A connection to Redis that is made when it is needed. Nothing is sent again. */
export class RedisConnection {
  readonly #driver: Driver;
  readonly #url: string;
  #client: Promise<Client> | undefined;

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
    return this.#use((client) => {
      const transaction = client.multi();
      for (const command of commands) transaction.addCommand([...command]);
      return transaction.exec() as Promise<unknown[]>;
    });
  }

  /** Runs commands one after the other. Their replies are buffers: those of a transaction cannot be. */
  pipe(commands: readonly RedisCommand[]): Promise<unknown[]> {
    const { RESP_TYPES } = this.#driver;
    return this.#use((client) => {
      const pipeline = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer }).multi();
      for (const command of commands) pipeline.addCommand([...command]);
      return pipeline.exec(true) as Promise<unknown[]>;
    });
  }

  /** If a command fails, the connection is closed: what it still sends must not arrive later. */
  async #use(act: (client: Client) => Promise<unknown[]>): Promise<unknown[]> {
    this.#client ??= this.#connect();
    const connecting = this.#client;
    try {
      return await act(await connecting);
    } catch (error) {
      if (this.#client === connecting) await this.close();
      const reason = reasonOf(error as Error);
      throw LASTING.test(reason) ? new UnusableStore(reason) : new Error(reason);
    }
  }

  async #connect(): Promise<Client> {
    const client = this.#driver.createClient({
      url: this.#url,
      disableOfflineQueue: true,
      socket: { reconnectStrategy: false, connectTimeout: TIMEOUT, socketTimeout: TIMEOUT },
    });
    // Commands report what went wrong.
    client.on('error', () => {});
    await client.connect().catch((error) => {
      const reason = reasonOf(error);
      throw new Error(reason + hintOf(reason, this.#url));
    });
    return client as Client;
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    client?.destroy();
    this.#client = undefined;
  }
}

async function loadDriver(): Promise<Driver> {
  try {
    return await import('@redis/client');
  } catch {
    throw new Error('--store needs the package @redis/client; install it with `npm install @redis/client`');
  }
}

/** What is wrong with a URL if no connection can be made. */
function hintOf(reason: string, url: string): string {
  const isEncrypted = url.startsWith('rediss:');
  if (reason.startsWith('NOAUTH')) return '; the password belongs in the URL of the store';
  if (/certificate/.test(reason)) return '; NODE_EXTRA_CA_CERTS can name the file of a private authority';
  if (isEncrypted && /timeout|wrong version/.test(reason)) return '; a store without TLS needs redis://';
  return !isEncrypted && /ECONNRESET|Socket closed/.test(reason) ? '; a store with TLS needs rediss://' : '';
}

/** Errors of a transaction list those of its commands. */
function reasonOf(error: Error & { errors?: readonly Error[]; code?: string }): string {
  const [first = error] = error.errors ?? [];
  return first.message.replace(/\.$/, '') || error.code || error.name;
}

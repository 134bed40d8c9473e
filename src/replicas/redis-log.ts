import { uniqueName } from '../foundation/machine.js';
import { issuesError } from '../foundation/mock-error.js';
import type { ReplicaSettings } from './replica-settings.js';
import {
  type Checkpoint,
  type CommandBatch,
  type FoundLog,
  type LoggedBatch,
  PAGE_LENGTH,
  type StoreLog,
  UnusableStore,
} from './store-log.js';

type RedisCommand = readonly (string | Buffer)[];
type Driver = typeof import('@redis/client');
type Client = ReturnType<Driver['createClient']>;

/** The milliseconds after which a connection is given up on which nothing happens. */
const TIMEOUT = 5000;
/** The seconds after which the keys expire if no server uses them. */
const EXPIRY = 30 * 86_400;
/** The seconds after which the pieces of a checkpoint expire that is not complete, or not the last: a server may be reading them. */
const PIECES_EXPIRY = 60;
/**
 * The errors of Redis that do not pass: the password is missing or wrong, the user may not run a command, or it is another server than
 * this log needs. Others do, such as `LOADING` and `MASTERDOWN`.
 */
const LASTING = /^(NOAUTH|WRONGPASS|NOPERM|ERR) /;
/** The position before the first batch: the id of an entry that says nothing. */
const START = '0-1';

/** An entry of a stream: its id, and its fields with their values in one list. Bodies may contain any bytes. */
type Entry = readonly [id: Buffer, fields: readonly Buffer[]];

/**
 * The log in Redis, or in Valkey: a stream whose name contains a number that is new with each log, so that a replica notices when the
 * log that it follows is lost. Nothing is sent again: that is up to the replica.
 */
export class RedisLog implements StoreLog {
  readonly #driver: Driver;
  readonly #url: string;
  readonly #prefix: string;
  #client: Promise<Client> | undefined;
  /** Tells the log from others that were begun in the same place. */
  #epoch = '';

  private constructor(driver: Driver, url: string, prefix: string) {
    this.#driver = driver;
    this.#url = url;
    this.#prefix = prefix;
  }

  /** @throws MockError `malformed_data` for an invalid URL; Error if the driver is not installed */
  static async open(url: string): Promise<RedisLog> {
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol)) {
      const message = 'must be a URL such as redis://store.example:6379/0, or rediss:// with TLS';
      throw issuesError('malformed_data', [{ path: 'store', message }]);
    }
    const prefix = parsed.searchParams.get('prefix') ?? 'briefs-mock';
    parsed.search = '';
    return new RedisLog(await loadDriver(), parsed.href, prefix);
  }

  async find(): Promise<FoundLog | undefined> {
    const [meta] = (await this.#run([['HGETALL', this.#meta]])) as [Record<string, string>];
    const { epoch, began, settings } = { ...meta };
    if (epoch === undefined) return undefined;
    this.#epoch = epoch;
    return {
      start: START,
      began: Number(began),
      settings: JSON.parse(settings as string),
      checkpoint: await this.#findCheckpoint(),
    };
  }

  async #findCheckpoint(): Promise<Checkpoint | undefined> {
    const [found] = (await this.#run([['HGETALL', this.#checkpoint]])) as [Record<string, string>];
    const { position, pieces: list, count } = { ...found };
    if (position === undefined || list === undefined) return undefined;
    const pieces: string[] = [];
    // One at a time: the store answers nobody else while it sends them.
    for (let i = 0; i < Number(count); i++) {
      const [piece] = (await this.#run([['LINDEX', list, `${i}`]])) as [string | null];
      if (piece === null) throw new Error('another checkpoint has replaced the one that this server was reading');
      pieces.push(piece);
    }
    return { position, pieces };
  }

  async begin(began: number, settings: ReplicaSettings): Promise<void> {
    this.#epoch = uniqueName().slice(0, 8);
    await this.#run([
      ['XADD', this.#stream, START, 'log', 'briefs-mock'],
      ['EXPIRE', this.#stream, `${EXPIRY}`],
    ]);
    const script = `
      if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DEL', KEYS[2]) end
      redis.call('HSET', KEYS[1], 'epoch', ARGV[1], 'began', ARGV[2], 'settings', ARGV[3])
      return redis.call('EXPIRE', KEYS[1], ARGV[4])`;
    const values = [this.#epoch, `${began}`, JSON.stringify(settings), `${EXPIRY}`];
    await this.#run([['EVAL', script, '2', this.#meta, this.#stream, ...values]]);
  }

  async exchange(position: string, batch?: CommandBatch): Promise<readonly LoggedBatch[] | undefined> {
    const stream = this.#stream;
    // From the position itself: if the first entry is another, what followed the position may be lost.
    const read = ['XRANGE', stream, position, '+', 'COUNT', `${PAGE_LENGTH + 1}`];
    const results = await this.#pipe(batch === undefined ? [read] : [appending(stream, batch), read]);
    const [first, ...entries] = results.at(-1) as Entry[];
    return first?.[0].toString() === position ? entries.map(toBatch) : undefined;
  }

  async saveCheckpoint({ position, pieces }: Checkpoint): Promise<void> {
    const keys = [this.#checkpoint, this.#stream, this.#meta];
    const list = `${this.#checkpoint}:${uniqueName().slice(0, 8)}`;
    let count = 0;
    for (const piece of pieces) {
      count++;
      await this.#run([
        ['RPUSH', list, piece],
        ['EXPIRE', list, `${PIECES_EXPIRY}`],
      ]);
    }
    const script = `
      if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
      local kept, pieces = unpack(redis.call('HMGET', KEYS[1], 'position', 'pieces'))
      if kept and #redis.call('XRANGE', KEYS[2], kept, '(' .. ARGV[1], 'COUNT', 1) == 0 then return 0 end
      redis.call('HSET', KEYS[1], 'position', ARGV[1], 'pieces', KEYS[4], 'count', ARGV[2])
      if kept then redis.call('XTRIM', KEYS[2], 'MINID', kept) end
      for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[3]) end
      if pieces then redis.call('EXPIRE', pieces, ARGV[4]) end
      return 1`;
    const values = [position, `${count}`, `${EXPIRY}`, `${PIECES_EXPIRY}`];
    await this.#run([['EVAL', script, '4', ...keys, list, ...values]]);
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    client?.destroy();
    this.#client = undefined;
  }

  get #meta(): string {
    return `${this.#prefix}:log`;
  }

  get #stream(): string {
    return `${this.#prefix}:log:${this.#epoch}`;
  }

  get #checkpoint(): string {
    return `${this.#prefix}:checkpoint:${this.#epoch}`;
  }

  /** Runs commands as one transaction. */
  #run(commands: readonly RedisCommand[]): Promise<unknown[]> {
    return this.#use((client) => {
      const transaction = client.multi();
      for (const command of commands) transaction.addCommand([...command]);
      return transaction.exec() as Promise<unknown[]>;
    });
  }

  /** Runs commands one after the other. Their replies are buffers: those of a transaction cannot be. */
  #pipe(commands: readonly RedisCommand[]): Promise<unknown[]> {
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
    await client.connect();
    return client as Client;
  }
}

async function loadDriver(): Promise<Driver> {
  try {
    return await import('@redis/client');
  } catch {
    throw new Error('--store needs the package @redis/client; install it with `npm install @redis/client`');
  }
}

function appending(stream: string, { from, number, commands, bodies }: CommandBatch): RedisCommand {
  const fields = ['from', from, 'number', `${number}`, 'commands', JSON.stringify(commands)];
  return ['XADD', stream, 'NOMKSTREAM', '*', ...fields, ...bodies.flatMap((body) => ['body', bufferOf(body)])];
}

function toBatch([id, fields]: Entry): LoggedBatch {
  const position = id.toString();
  const [, from, , number, , commands, ...rest] = fields;
  return {
    position,
    at: Number(position.split('-')[0]),
    from: `${from}`,
    number: Number(number),
    commands: JSON.parse(`${commands}`),
    bodies: rest.filter((_, i) => i % 2 === 1),
  };
}

/** The same bytes, not a copy. */
function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Errors of a transaction list those of its commands. */
function reasonOf(error: Error & { errors?: readonly Error[]; code?: string }): string {
  const [first = error] = error.errors ?? [];
  return first.message.replace(/\.$/, '') || error.code || error.name;
}

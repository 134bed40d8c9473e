import { machineMilliseconds, uniqueName } from '../foundation/machine.js';
import { malformedAt } from '../foundation/mock-error.js';
import { otherProgramText, RedisConnection } from './redis-connection.js';
import { appending, latest, type RedisCommand, START, type StreamPage, toBatch } from './redis-entries.js';
import { ATTEMPT, BEGIN, KEEP, READ, SAVE_CHECKPOINT, SURVIVE } from './redis-scripts.js';
import type { ReplicaSettings } from './replica-settings.js';
import {
  ATTEMPT_TIME,
  ATTEMPTS,
  type Checkpoint,
  type CommandBatch,
  type FoundLog,
  type LoggedBatch,
  PAGE_LENGTH,
  RefusedBatch,
  type StoreLog,
  UnusableStore,
} from './store-log.js';

/** The seconds after which the keys expire if no server uses them. */
const EXPIRY = 30 * 86_400;
/** The milliseconds after which a server that uses the keys puts that off again. */
const KEEP_EVERY = 86_400_000;
/** The seconds after which the pieces of a checkpoint expire that is not complete, or not the last: a server may be reading them. */
const PIECES_EXPIRY = 60;
/** The errors with which Redis refuses a command that writes, before it runs it: it is full, cannot save, or is a replica. */
const REFUSAL = /^(OOM|MISCONF|READONLY|NOREPLICAS) /;
/** The number of bytes after which no more batches are read at once: the store answers nobody else meanwhile. */
const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * The log in Redis, or in Valkey: a stream whose name contains a number that is new with each log, so that a replica notices when the
 * log that it follows is lost. Nothing is sent again: that is up to the replica.
 */
export class RedisLog implements StoreLog {
  readonly #connection: RedisConnection;
  readonly #prefix: string;
  #keys: LogKeys;
  /** Tells this server from others. */
  readonly #id = uniqueName().slice(0, 8);
  /** The position that the store knows of this server. */
  #reported: string | undefined;
  /** When this server last put off the expiry of the keys, by the machine's clock in milliseconds; undefined if it has not. */
  #keptAt: number | undefined;
  /** The number of commands that were refused when the log was found, or by this server. */
  #refusals = 0;

  private constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.#keys = keysOf(prefix, '');
  }

  /** @throws MockError `malformed_data` for an invalid URL; Error if the driver is not installed */
  static async open(url: string): Promise<RedisLog> {
    const invalid = (message: string) => malformedAt('store', message);
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const afterHost = parsed === undefined ? '' : parsed.pathname + parsed.search + parsed.hash;
    // An `@` after the host is the end of a password with an unescaped `/`, which a message must not show.
    if (parsed === undefined || !/^rediss?:$/.test(parsed.protocol) || afterHost.includes('@')) {
      throw invalid(
        'must be a URL such as redis://store.example:6379/0, or rediss:// with TLS; a port is at most 65535, and a user and a password are percent-encoded: a / in them is %2F',
      );
    }
    const { prefix = 'briefs-mock', ...others } = Object.fromEntries(parsed.searchParams);
    if (prefix === '') throw invalid('must not have an empty prefix');
    if (Object.keys(others).length > 0)
      throw invalid('may have a prefix, such as ?prefix=demo, and no other parameter');
    if (!/^\/?\d*$/.test(parsed.pathname))
      throw invalid(`must end with the number of a database, such as /0, but ends with ${parsed.pathname}`);
    parsed.search = '';
    return new RedisLog(await RedisConnection.to(parsed.href), prefix);
  }

  async find(): Promise<FoundLog | undefined> {
    const [meta] = (await this.#connection.run([['HGETALL', this.#keys.meta]])) as [Record<string, string>];
    const { epoch, began, settings } = { ...meta };
    if (epoch === undefined && Object.keys({ ...meta }).length > 0)
      throw new UnusableStore(otherProgramText(this.#keys.meta));
    if (epoch === undefined) return undefined;
    this.#keys = keysOf(this.#prefix, epoch);
    const [refused, positions] = (await this.#connection.run([
      ['SMEMBERS', this.#keys.refused],
      ['HVALS', this.#keys.servers],
    ])) as [string[], string[]];
    // Servers that have ended would pile up.
    await this.#connection.run([['DEL', this.#keys.servers], ...this.#reporting('all', latest(positions))]);
    this.#refusals = refused.length;
    this.#reported = undefined;
    this.#keptAt = undefined;
    return {
      refused,
      start: START,
      began: Number(began),
      settings: JSON.parse(settings as string),
      checkpoint: await this.#findCheckpoint(),
    };
  }

  async #findCheckpoint(): Promise<Checkpoint | undefined> {
    const [found] = (await this.#connection.run([['HGETALL', this.#keys.checkpoint]])) as [Record<string, string>];
    const { position, pieces: list, count } = { ...found };
    if (position === undefined || list === undefined) return undefined;
    const pieces: string[] = [];
    // One at a time: the store answers nobody else while it sends them.
    for (let i = 0; i < Number(count); i++) {
      const [piece] = (await this.#connection.run([['LINDEX', list, `${i}`]])) as [string | null];
      if (piece === null) throw new Error('another checkpoint has replaced the one that this server was reading');
      pieces.push(piece);
    }
    return { position, pieces };
  }

  async begin(began: number, settings: ReplicaSettings): Promise<void> {
    const epoch = uniqueName().slice(0, 8);
    this.#keys = keysOf(this.#prefix, epoch);
    await this.#connection.run([
      ['XADD', this.#keys.stream, START, 'log', 'briefs-mock'],
      ['EXPIRE', this.#keys.stream, `${EXPIRY}`],
    ]);
    const values = [epoch, `${began}`, JSON.stringify(settings), `${EXPIRY}`];
    await this.#connection.run([['EVAL', BEGIN, '2', this.#keys.meta, this.#keys.stream, ...values]]);
  }

  async exchange(position: string, batch?: CommandBatch): Promise<readonly LoggedBatch[] | undefined> {
    const { stream, servers, refused } = this.#keys;
    const now = machineMilliseconds();
    const isKept = this.#keptAt !== undefined && now - this.#keptAt < KEEP_EVERY;
    // Both are sent at once, in this order. An error of Redis in the first is about the batch.
    const [append, read] = await Promise.allSettled([
      this.#connection.pipe(batch === undefined ? [] : [appending(stream, batch)]),
      this.#connection.pipe([
        ...(isKept ? [] : [this.#keeping]),
        ...(this.#reported === position ? [] : this.#reporting(this.#id, position)),
        ['SCARD', refused],
        ['HVALS', servers],
        ['EVAL', READ, '1', stream, position, `${PAGE_LENGTH}`, `${PAGE_BYTES}`],
      ]),
    ]);
    if (append.status === 'rejected') {
      const { message } = append.reason as Error;
      throw REFUSAL.test(message) ? new RefusedBatch(message) : append.reason;
    }
    if (read.status === 'rejected') throw read.reason;
    const results = read.value;
    this.#reported = position;
    if (!isKept) this.#keptAt = now;
    const [refusals, positions, page] = results.slice(-3) as [number, Buffer[], StreamPage | null];
    // Without its entry, what followed the position may be lost.
    if (page === null || refusals !== this.#refusals) return undefined;
    const reached = latest(positions.map(String));
    const [entries, hasMore] = page;
    return entries.map((entry, i) => ({
      ...toBatch(entry, reached),
      endsPage: hasMore === 1 && i === entries.length - 1,
    }));
  }

  async saveCheckpoint({ position, pieces }: Checkpoint): Promise<void> {
    const { checkpoint, stream, meta } = this.#keys;
    const list = `${checkpoint}:${uniqueName().slice(0, 8)}`;
    let count = 0;
    for (const piece of pieces) {
      count++;
      await this.#connection.run([
        ['RPUSH', list, piece],
        ['EXPIRE', list, `${PIECES_EXPIRY}`],
      ]);
    }
    const values = [position, `${count}`, `${EXPIRY}`, `${PIECES_EXPIRY}`];
    await this.#connection.run([['EVAL', SAVE_CHECKPOINT, '4', checkpoint, stream, meta, list, ...values]]);
  }

  /** Notes how far a server is. */
  #reporting(server: string, position: string): RedisCommand[] {
    return [
      ['HSET', this.#keys.servers, server, position],
      ['EXPIRE', this.#keys.servers, `${EXPIRY}`],
    ];
  }

  /** Puts off the expiry of all keys. */
  get #keeping(): RedisCommand {
    const keys = Object.values(this.#keys);
    return ['EVAL', KEEP, `${keys.length}`, ...keys, `${EXPIRY}`];
  }

  async attempt(position: string, key: string): Promise<'execute' | 'wait' | 'refused'> {
    const { attempts, refused, servers } = this.#keys;
    const values = [key, position, `${ATTEMPTS}`, `${ATTEMPT_TIME}`, `${EXPIRY}`];
    const [verdict] = (await this.#connection.run([['EVAL', ATTEMPT, '3', attempts, refused, servers, ...values]])) as [
      'execute' | 'wait' | 'refused',
    ];
    // Others find the log again.
    if (verdict === 'refused') this.#refusals++;
    return verdict;
  }

  async survive(key: string): Promise<void> {
    await this.#connection.run([['EVAL', SURVIVE, '1', this.#keys.attempts, key, `${EXPIRY}`]]);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

type LogKeys = ReturnType<typeof keysOf>;

/** The keys of a log, the one of its checkpoint first. `epoch` tells it from others that were begun in the same place. */
function keysOf(prefix: string, epoch: string) {
  const own = (name: string) => `${prefix}:${name}:${epoch}`;
  return {
    checkpoint: own('checkpoint'),
    meta: `${prefix}:log`,
    stream: own('log'),
    /** How far each server is. */
    servers: own('servers'),
    attempts: own('attempts'),
    refused: own('refused'),
  };
}

/** Whether something must be there after a restart; unknown if the server was killed before it answered. */
type Presence = 'there' | 'gone' | 'unknown';

/** What one session of a client must contain after a restart. */
interface Scope {
  /** Undefined for the default session. */
  readonly session: string | undefined;
  exists: Presence;
  readonly records: Map<string, { presence: Presence; id?: number | undefined }>;
  readonly snapshots: Map<string, Presence>;
  /** Records that were sent in one request: both or none must be there. */
  pair: readonly [string, string] | undefined;
}

/** The server does not know whether it has applied a request. */
class Unknown extends Error {}

export type Random = () => number;

/** A random generator with the same sequence in every run. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/**
 * A client of a server that is killed again and again. It writes one thing after the other, in the default session and in one
 * of its own, and checks after a restart that every answered write is there, and of the unanswered one all or nothing.
 */
export class CrashClient {
  /** The number of writes that were answered with 200, and with 503. */
  answered = 0;
  rejected = 0;
  readonly errors: string[] = [];
  readonly #name: string;
  readonly #random: Random;
  readonly #largest: number;
  readonly #main: Scope = emptyScope(undefined, 'there');
  readonly #own: Scope;
  #lastNumber = 0;

  /** `largest` is the size of the largest records, in characters. */
  constructor(name: string, random: Random, largest: number) {
    this.#name = name;
    this.#random = random;
    this.#largest = largest;
    this.#own = emptyScope(name, 'gone');
  }

  /**
   * Writes until the server no longer answers, or does not know whether it has applied a write; `onAnswer` is called after each
   * answer.
   */
  async writeUntilKilled(url: string, onAnswer: () => void): Promise<void> {
    for (;;) {
      try {
        await this.#write(url);
      } catch (error) {
        if (error instanceof TypeError || error instanceof Unknown) return;
        throw error;
      }
      onAnswer();
    }
  }

  /** Compares a server with what this client knows, and then knows what the server has. */
  async check(url: string): Promise<void> {
    const sessions = await read<{ id: string }>(`${url}/__mock/sessions`);
    this.#compare(
      `session ${this.#name}`,
      this.#own.exists,
      sessions.some(({ id }) => id === this.#name),
    );
    this.#own.exists = sessions.some(({ id }) => id === this.#name) ? 'there' : 'gone';
    if (this.#own.exists === 'gone') empty(this.#own);
    for (const scope of [this.#main, this.#own]) if (scope.exists === 'there') await this.#checkScope(url, scope);
  }

  async #checkScope(url: string, scope: Scope): Promise<void> {
    const { session, records, snapshots } = scope;
    const where = session === undefined ? '' : ` in ${session}`;
    const rows = await read<{ id: number; name: string }>(`${url}/__mock/data/client`, session);
    const ids = new Map(rows.filter(({ name }) => name.startsWith(`${this.#name}-`)).map(({ id, name }) => [name, id]));
    const [one, other] = scope.pair ?? [];
    if (one !== undefined && other !== undefined && ids.has(one) !== ids.has(other)) {
      this.errors.push(`half of ${one} and ${other}${where}`);
    }
    scope.pair = undefined;
    for (const [name, { presence }] of records) this.#compare(`${name}${where}`, presence, ids.has(name));
    for (const name of ids.keys()) if (!records.has(name)) this.errors.push(`${name}${where} was never written`);
    records.clear();
    for (const [name, id] of ids) records.set(name, { presence: 'there', id });
    const kept = new Set((await read<{ name: string }>(`${url}/__mock/snapshots`, session)).map(({ name }) => name));
    for (const [name, presence] of snapshots) this.#compare(`snapshot ${name}${where}`, presence, kept.has(name));
    snapshots.clear();
    for (const name of kept) if (name.startsWith(`${this.#name}-`)) snapshots.set(name, 'there');
  }

  #compare(what: string, presence: Presence, isThere: boolean): void {
    if (presence === 'there' && !isThere) this.errors.push(`${what} was lost`);
    if (presence === 'gone' && isThere) this.errors.push(`${what} is there again`);
  }

  async #write(url: string): Promise<void> {
    const random = this.#random();
    const scope = random < 0.5 ? this.#main : this.#own;
    if (scope.exists !== 'there') return this.#begin(url);
    const present = [...scope.records].filter(([, { presence }]) => presence === 'there');
    const kind = this.#random();
    if (present.length > 8 || (present.length > 0 && kind < 0.2))
      return this.#remove(url, scope, present[0]?.[0] as string);
    if (kind < 0.3) return this.#keep(url, scope);
    if (kind < 0.33 && scope === this.#own) return this.#end(url);
    return this.#create(url, scope);
  }

  async #begin(url: string): Promise<void> {
    this.#own.exists = 'unknown';
    const isDone = await this.#send('POST', `${url}/__mock/sessions`, undefined, { id: this.#name });
    this.#own.exists = isDone ? 'there' : 'gone';
  }

  async #end(url: string): Promise<void> {
    this.#own.exists = 'unknown';
    const isDone = await this.#send('DELETE', `${url}/__mock/sessions/${this.#name}`);
    this.#own.exists = isDone ? 'gone' : 'there';
    if (isDone) empty(this.#own);
  }

  async #create(url: string, scope: Scope): Promise<void> {
    const names = [this.#next(), this.#next()] as const;
    const domain = this.#random() < 0.3 ? ['x'.repeat(this.#largest)] : [];
    const body = names.map((name) => ({ name, short_name: name, display_name: name, type: 'company', domain }));
    scope.pair = names;
    for (const name of names) scope.records.set(name, { presence: 'unknown' });
    const answer = await this.#send('POST', `${url}/__mock/data/client`, scope.session, body);
    scope.pair = undefined;
    const data = (answer as { data: { id: number }[] } | undefined)?.data;
    for (const [i, name] of names.entries()) {
      scope.records.set(name, { presence: data === undefined ? 'gone' : 'there', id: data?.[i]?.id });
    }
  }

  async #remove(url: string, { session, records }: Scope, name: string): Promise<void> {
    const id = records.get(name)?.id;
    records.set(name, { presence: 'unknown' });
    const isDone = await this.#send('DELETE', `${url}/__mock/data/client/${id}`, session);
    records.set(name, isDone ? { presence: 'gone' } : { presence: 'there', id });
  }

  async #keep(url: string, { session, snapshots }: Scope): Promise<void> {
    const [earliest] = snapshots.keys();
    const isFull = earliest !== undefined && snapshots.size > 2;
    const name = isFull ? earliest : this.#next();
    snapshots.set(name, 'unknown');
    const isDone = await this.#send(isFull ? 'DELETE' : 'PUT', `${url}/__mock/snapshots/${name}`, session);
    if ((isDone !== undefined) === isFull) snapshots.delete(name);
    else snapshots.set(name, 'there');
  }

  #next(): string {
    this.#lastNumber++;
    return `${this.#name}-${this.#lastNumber}`;
  }

  /** Undefined if the server answered 503. @throws Unknown if it may have applied the request nevertheless */
  async #send(method: string, url: string, session?: string, body?: object): Promise<object | undefined> {
    const headers = session === undefined ? {} : { 'x-mock-session': session };
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    if (response.status === 503) {
      this.rejected++;
      if (text.includes('it is not known whether')) throw new Unknown();
      return undefined;
    }
    if (response.status !== 200) throw new Error(`${method} ${url} got ${response.status}: ${text}`);
    this.answered++;
    return JSON.parse(text);
  }
}

/** What happened to clients so far. `startedAt` is when they began, in milliseconds. */
export function figuresOf(clients: readonly CrashClient[], startedAt: number) {
  const sum = (of: (client: CrashClient) => number) => clients.reduce((total, client) => total + of(client), 0);
  return {
    answered: sum(({ answered }) => answered),
    rejected: sum(({ rejected }) => rejected),
    errors: sum(({ errors }) => errors.length),
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

function emptyScope(session: string | undefined, exists: Presence): Scope {
  return { session, exists, records: new Map(), snapshots: new Map(), pair: undefined };
}

function empty(scope: Scope): void {
  scope.records.clear();
  scope.snapshots.clear();
  scope.pair = undefined;
}

async function read<Item>(url: string, session?: string): Promise<Item[]> {
  const headers = session === undefined ? {} : { 'x-mock-session': session };
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`GET ${url} got ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Item[] }).data;
}

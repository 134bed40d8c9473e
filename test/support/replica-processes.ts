import { type Running, ready, run, stop } from './cli-process.js';

/** Servers of one store, each a process. When one is killed, another one starts in its place. */
export class ReplicaProcesses {
  readonly #flags: readonly string[];
  /** By place: the URL of its server, if it is ready. */
  readonly #ready = new Map<number, string>();
  /** Those that are starting are promises. */
  readonly #places: Promise<Running>[];
  #isOver = false;

  constructor(count: number, ...flags: string[]) {
    this.#flags = flags;
    this.#places = Array.from({ length: count }, (_, place) => this.#start(place));
  }

  get count(): number {
    return this.#places.length;
  }

  /** The places whose servers are ready, with their URLs. */
  get ready(): ReadonlyMap<number, string> {
    return this.#ready;
  }

  /** The URL of the server at a place, when it is ready. */
  async urlOf(place: number): Promise<string> {
    return (await this.#at(place)).url;
  }

  /** Resolves when all servers are ready. */
  async whole(): Promise<void> {
    await Promise.all(this.#places);
  }

  /** Ends a server as `kill -9` does. Resolves when it has ended. */
  async kill(place: number): Promise<void> {
    const killed = this.#at(place).then(async (replica) => {
      this.#ready.delete(place);
      await stop(replica, 'SIGKILL');
      return replica;
    });
    // At once, so that a second call is for the next server.
    this.#places[place] = killed.then((replica) => (this.#isOver ? replica : this.#start(place)));
    await killed;
  }

  /** Stops a server from running while something happens. */
  async whilePaused(place: number, act: () => Promise<void>): Promise<void> {
    const { child } = await this.#at(place);
    child.kill('SIGSTOP');
    await act();
    child.kill('SIGCONT');
  }

  /** Kills all servers for good. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#places.map((_, place) => this.kill(place)));
  }

  #at(place: number): Promise<Running> {
    return this.#places[place] as Promise<Running>;
  }

  async #start(place: number): Promise<Running> {
    const replica = await ready(run(['--port', '0', '--quiet', ...this.#flags]));
    this.#ready.set(place, replica.url);
    return replica;
  }
}

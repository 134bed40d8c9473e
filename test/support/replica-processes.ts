import { type Running, ready, run, stop } from './cli-process.js';

/** Servers of one store, each a process. When one is killed, another one starts in its place, on the same port. */
export class ReplicaProcesses {
  readonly #flags: readonly string[];
  /** Those that are starting are promises. */
  readonly #places: Promise<Running>[];
  #isOver = false;

  constructor(count: number, ...flags: string[]) {
    this.#flags = flags;
    this.#places = Array.from({ length: count }, () => this.#start());
  }

  get count(): number {
    return this.#places.length;
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
    const replica = await this.#at(place);
    const end = stop(replica, 'SIGKILL');
    this.#places[place] = end.then(() => (this.#isOver ? replica : this.#start(new URL(replica.url).port)));
    await end;
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

  #start(port = '0'): Promise<Running> {
    return ready(run(['--port', port, '--quiet', ...this.#flags]));
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A million users take minutes where a machine is busy. */
const TIME_LIMIT = 900_000;

/** The processes of a run, all of them Node's. None outlives it. */
export class Processes {
  /** @type {Set<Running>} */
  #running = new Set();

  constructor() {
    process.once('exit', () => {
      for (const { child } of this.#running) child.kill('SIGKILL');
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
  }

  /** Starts a program that can be called; see answer-calls.js. @param {readonly string[]} args */
  start(args) {
    return this.#keep(new Running(args, ['ipc']));
  }

  /** Starts a program by itself: there is no channel that would add to its start. @param {readonly string[]} args */
  startAlone(args) {
    return this.#keep(new Running(args, []));
  }

  /** Runs a program to its end; answers the JSON that it writes. @param {readonly string[]} args */
  async result(args) {
    const running = this.startAlone(args);
    await running.withinLimit(running.ended);
    if (running.child.exitCode !== 0) throw running.failure();
    return JSON.parse(running.output);
  }

  /** Ends all that still runs. */
  async stopAll() {
    await Promise.all([...this.#running].map((running) => running.stop()));
  }

  /** @param {Running} running */
  #keep(running) {
    this.#running.add(running);
    running.ended.then(() => this.#running.delete(running));
    return running;
  }
}

/** A process, what it wrote, and how to speak with it. */
export class Running {
  output = '';
  #errors = '';
  #args;
  #calls = 0;
  /** What waits for the process, by the call's number. @type {Map<number, Waiting>} */
  #waiting = new Map();

  /** @param {readonly string[]} args @param {readonly 'ipc'[]} channels */
  constructor(args, channels) {
    this.#args = args;
    this.child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', ...channels] });
    this.child.stdout?.on('data', (chunk) => {
      this.output += chunk;
    });
    this.child.stderr?.on('data', (chunk) => {
      this.#errors += chunk;
    });
    this.child.on('message', (/** @type {Reply} */ { id, result, error }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(`${this.#args.join(' ')}: ${error}`));
    });
    this.ended = once(this.child, 'close').then(() => {
      for (const { reject } of this.#waiting.values()) reject(this.failure());
    });
  }

  /** Where it listens, once it says `ready on …`. @returns {Promise<string>} */
  async url() {
    for (;;) {
      const [, url] = /ready on (\S+)/.exec(this.output) ?? [];
      if (url !== undefined) return url;
      const more = once(/** @type {import('node:stream').Readable} */ (this.child.stdout), 'data');
      const ended = this.ended.then(() => {
        throw this.failure();
      });
      await this.withinLimit(Promise.race([more, ended]));
    }
  }

  /**
   * Has the program do something that it offers; answers what comes of it.
   * @param {string} name @returns {Promise<any>}
   */
  call(name) {
    const id = ++this.#calls;
    const reply = new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.child.send({ id, name });
    });
    return this.withinLimit(reply);
  }

  async stop() {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  failure(reason = `ended with ${this.child.exitCode ?? this.child.signalCode}`) {
    const said = this.#errors.slice(-2000) || this.output.slice(-500);
    return new Error(`node ${this.#args.join(' ').slice(0, 200)} ${reason}: ${said}`);
  }

  /** @template Result @param {Promise<Result>} promise @returns {Promise<Result>} */
  async withinLimit(promise) {
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(this.failure(`took more than ${TIME_LIMIT / 1000} s`)), TIME_LIMIT);
    });
    try {
      return await Promise.race([promise, /** @type {Promise<never>} */ (late)]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * @typedef {{ resolve: (result: unknown) => void, reject: (error: Error) => void }} Waiting
 * @typedef {{ id: number, result?: unknown, error?: string }} Reply
 */

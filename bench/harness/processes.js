import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Seeding a million users takes minutes on a busy machine. */
const TIME_LIMIT = 900_000;

/** The Node processes of a run. None of them outlives the run. */
export class Processes {
  /** @type {Set<Running>} */
  #running = new Set();

  constructor() {
    process.once('exit', () => {
      for (const { child } of this.#running) child.kill('SIGKILL');
    });
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
  }

  /** Starts a program that answers calls; see answer-calls.js. @param {readonly string[]} args */
  start(args) {
    return this.#keep(new Running(args, ['ipc']));
  }

  /** Starts a program without an IPC channel, which would slow down its start. @param {readonly string[]} args */
  startAlone(args) {
    return this.#keep(new Running(args, []));
  }

  /** Runs a program until it ends, and returns the JSON that it prints. @param {readonly string[]} args */
  async result(args) {
    const running = this.startAlone(args);
    await running.withinLimit(running.ended);
    if (running.child.exitCode !== 0) throw running.failure();
    return JSON.parse(running.output);
  }

  /** Ends all running processes. */
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

/** A running process: its output, and its IPC channel. */
export class Running {
  output = '';
  #errors = '';
  #args;
  #calls = 0;
  /** The pending calls, by number. @type {Map<number, Waiting>} */
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

  /** The URL of the server, after it has printed `ready on …`. @returns {Promise<string>} */
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
   * Calls a function of the program and returns its result.
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

import { fileURLToPath } from 'node:url';
import { answerTo, expectSame, ownHeaders } from '../harness/answers.js';
import { nameOf } from '../scenarios/readers.js';

/**
 * @typedef {import('../harness/processes.js').Processes} Processes
 * @typedef {import('../harness/load.js').Request} Request
 */

const at = (/** @type {string} */ file) => fileURLToPath(new URL(file, import.meta.url));
export const cli = at('../../dist/cli.js');
const telling = ['--expose-gc', '--import', at('tell.js')];

/** Starts briefs-mock as users do, but without the request log, which no peer has. @param {Processes} processes @param {readonly string[]} flags */
export function briefsMock(processes, flags, nodeFlags = /** @type {readonly string[]} */ ([])) {
  return serve(processes, [...nodeFlags, ...telling, cli, '--port', '0', '--quiet', ...flags]);
}

/** Starts briefs-mock with a number of users. @param {Processes} processes @param {number} users */
export function briefsMockWith(
  processes,
  users,
  nodeFlags = /** @type {readonly string[]} */ ([]),
  flags = /** @type {readonly string[]} */ ([]),
) {
  return briefsMock(
    processes,
    ['--config', at('briefs-mock.config.js'), '--scenario', nameOf(users), ...flags],
    nodeFlags,
  );
}

/** Starts `createServer` of the package with a number of users. @param {Processes} processes @param {number} users */
export function libraryWith(processes, users) {
  return serve(processes, [...telling, at('library.js'), String(users)]);
}

/** @param {Processes} processes @param {'hono' | 'node-http' | 'json-server' | 'mswjs-data'} name @param {unknown} settings */
export function peer(processes, name, settings) {
  return serve(processes, [...telling, ...peerArgs(name, settings)]);
}

/** @param {string} name @param {unknown} settings */
export function peerArgs(name, settings) {
  return [at(`${name}.js`), JSON.stringify(settings)];
}

/**
 * Starts a bare Hono or Node server that gives the same answers as briefs-mock, byte for byte.
 * @param {Processes} processes @param {'hono' | 'node-http'} name @param {string} ours
 * @param {readonly { asked: Request, pattern?: string }[]} exchanges `pattern`: the path of the peer's route.
 * @param {Record<string, string>} headers of the requests
 */
export async function sameBytes(processes, name, ours, exchanges, headers) {
  const answers = [];
  for (const { asked, pattern } of exchanges) {
    const answer = await answerTo(ours, asked, headers);
    answers.push({ asked, answer, stated: { method: asked.method, path: pattern ?? asked.path, ...stated(answer) } });
  }
  const server = await peer(
    processes,
    name,
    answers.map(({ stated }) => stated),
  );
  for (const { asked, answer } of answers) expectSame(answer, await answerTo(server.url, asked, headers));
  return server;
}

/**
 * Starts a server that answers calls; see tell.js.
 * @param {Processes} processes @param {readonly string[]} args
 */
async function serve(processes, args) {
  const running = processes.start(args);
  return { running, url: await running.url() };
}

/** @param {import('../harness/answers.js').Answer} answer */
function stated(answer) {
  return { status: answer.status, headers: ownHeaders(answer), body: answer.body };
}

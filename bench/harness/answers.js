import { request } from 'node:http';

/**
 * @typedef {{ status: number, headers: [string, string][], body: string }} Answer
 * @typedef {import('./load.js').Request} Request
 */

/** Headers that every server sets by itself. */
const OF_THE_SERVER = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding'];

/**
 * The answer of a server to one request, with the headers as they were sent.
 * @param {string} url @param {Request} asked @param {Record<string, string>} [headers]
 * @param {import('node:http').Agent} [agent] @returns {Promise<Answer>}
 */
export function answerTo(url, { method, path, body }, headers = {}, agent = undefined) {
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => {
        const { statusCode = 0, rawHeaders } = response;
        const pairs = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), rawHeaders[i + 1]]] : []));
        resolve({ status: statusCode, headers: /** @type {[string, string][]} */ (pairs), body: text });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** The headers that a peer has to be configured to send. @param {Answer} answer */
export function ownHeaders({ headers }) {
  return Object.fromEntries(headers.filter(([name]) => !OF_THE_SERVER.includes(name)));
}

/**
 * Checks that two servers give the same answer: status, headers and bytes. Dates are ignored, and request ids only need the
 * same length.
 * @param {Answer} ours @param {Answer} theirs
 */
export function expectSame(ours, theirs) {
  const [expected, actual] = [ours, theirs].map(comparable);
  if (expected !== actual) throw new Error(`The peer should answer\n${expected}\nbut answers\n${actual}`);
}

/** @param {Answer} answer */
function comparable({ status, headers, body }) {
  const id = headers.find(([name]) => name === 'x-request-id')?.[1];
  const text = JSON.stringify(
    { status, headers: headers.filter(([name]) => name !== 'date').sort(), body },
    undefined,
    1,
  );
  return id === undefined ? text : text.replaceAll(id, '-'.repeat(id.length));
}

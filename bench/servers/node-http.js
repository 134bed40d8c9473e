// Node's HTTP server: the same answer to every request.
import { createServer } from 'node:http';
import { sayReady, statedAnswers } from './stated-answers.js';

const [answer] = statedAnswers();
if (answer === undefined) throw new Error('the first argument must contain an answer');
const { status, headers, body } = answer;

const server = createServer((_, response) => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  sayReady(/** @type {import('node:net').AddressInfo} */ (server.address()));
});

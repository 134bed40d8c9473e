import { expect, it } from 'vitest';
import { runHere } from '../support/cli.js';
import { silentServer } from '../support/silent-server.js';

const remote = ['overview', '--url', 'http://127.0.0.1:9'];

it.each<[code: number, what: string, text: string, words: readonly string[]]>([
  [2, 'an unknown tool', 'there is no tool nope; the tools are overview,', ['nope']],
  [2, 'a missing input', 'the input of records is not valid:\n- table: ', ['records']],
  [2, 'an input that is not JSON', 'The input must be a JSON object', ['records', '{bad']],
  [2, 'an input that is not an object', 'the input of records is not valid:\n- input: ', ['records', '[]']],
  [2, 'inputs that exclude each other', 'give either search or page', ['read_docs']],
  [2, 'a control token without a server', "without option '--url <url>'", ['overview', '--control-token', 'x']],
  [2, 'a scenario for a server', "cannot be used with option '--url <url>'", [...remote, '--scenario', 'empty']],
  [2, 'a seed for a server', "cannot be used with option '--url <url>'", [...remote, '--seed', '2']],
  [2, 'a config file for a server', "cannot be used with option '--url <url>'", [...remote, '--config', 'a.json']],
  [
    2,
    'a session that cannot have that name',
    "'--session <name>' argument 'a b' is invalid",
    ['overview', '--session', 'a b'],
  ],
  [1, 'a server that does not run', 'no server answers at http://127.0.0.1:9: ', remote],
  [1, 'what the mock refuses', 'table: must be one of', ['records', '{"table": "nowhere"}']],
  [1, 'a record that does not exist', 'find_requests lists', ['explain_request', '{"id": "req-0"}']],
])('briefs-mock tool exits with %i for %s', async (code, _, text, words) => {
  const ran = runHere(['tool', ...words]);
  expect(await ran.exit).toBe(code);
  expect(ran.errors()).toContain(text);
});

// Its clock is that of another process.
it.skipIf(process.env.EXECUTABLE !== undefined)(
  'briefs-mock tool gives up on a server that never answers',
  async () => {
    const url = await silentServer();
    const ran = runHere(['tool', 'overview', '--url', url]);
    expect(await ran.exit).toBe(1);
    expect(ran.errors()).toBe(`briefs-mock: no server answers at ${url} within 30 seconds\n`);
  },
);

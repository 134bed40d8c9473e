import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, runHere, start, startHere, stop, temporaryFolder } from '../support/cli.js';

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

const serveIn = (folder: string, args: string[] = []) => startHere(args, {}, folder);

const scenario = `{
  name: 'one-reader', description: 'A reader', clock: '2026-03-04T09:00:00Z',
  personas: [{ key: 'bo', email: 'bo@acme.example', token: 'bo-token', description: 'the reader' }],
  seed: ({ data }) => {
    data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    data.brief.create({ name: 'Board', slug: 'board' });
  },
}`;
const settings = `{ scenario: 'one-reader', seed: 3, scenarios: [${scenario}], behavior: { hideUnentitled: true } }`;

describe('The config file', () => {
  it.each([
    ['briefs-mock.config.ts', `const settings: object = ${settings};\nexport default settings;`],
    ['briefs-mock.config.mts', `export default ${settings} satisfies object;`],
    ['briefs-mock.config.mjs', `export default ${settings};`],
    ['briefs-mock.config.js', `module.exports = ${settings};`],
    ['briefs-mock.config.cjs', `module.exports = ${settings};`],
  ])('%s is found in the working directory, and its scenario and switches apply', async (name, text) => {
    const { url, output } = await serveIn(await folderWith({ [name]: text, 'package.json': '{}' }));
    expect(output()).toContain('(scenario one-reader, seed 3)');
    const headers = { authorization: 'Bearer bo-token' };
    expect((await fetch(`${url}/public-api/v1/brief/board`, { headers })).status).toBe(404);
  });

  it('a scenario in a TypeScript config file can create records with `make`', async () => {
    const text = `
      import type { ScenarioContext } from 'briefs-mock';
      const seed = ({ make }: ScenarioContext): void => {
        const { brief } = make.publishedBrief({ name: 'Board', articles: [{ title: 'Ports reopen' }] });
        make.entitledUser({ email: 'bo@acme.example', brief_slug: brief.slug });
      };
      export default { scenario: 'one-reader', scenarios: [{ ...${scenario}, seed }] };`;
    const { url } = await serveIn(await folderWith({ 'briefs-mock.config.ts': text }));
    const headers = { authorization: 'Bearer bo-token' };
    const { data } = await (await fetch(`${url}/public-api/v1/brief/board`, { headers })).json();
    expect(data.article).toMatchObject([{ gid: 'ports_reopen', title: 'Ports reopen' }]);
  });

  it('a config file adds routes beside those of the APIs', async () => {
    const route = `{ method: 'GET', path: '/stats', handle: (_, { data }) => ({ users: data.user.count() }) }`;
    const text = `export default { scenario: 'empty', routes: [${route}] };`;
    const { url } = await serveIn(await folderWith({ 'briefs-mock.config.mjs': text }));
    expect(await (await fetch(`${url}/stats`)).json()).toEqual({ users: 0 });
  });

  it('a config file adds fault profiles, which are applied over HTTP', async () => {
    const profile = { name: 'read-only', description: 'No writes.', rules: [{ method: 'POST', status: 503 }] };
    const folder = await folderWith({
      'briefs-mock.config.json': JSON.stringify({ scenario: 'empty', faultProfiles: [profile] }),
    });
    const { url } = await serveIn(folder);
    const applied = await fetch(`${url}/__mock/fault-profiles/read-only`, { method: 'PUT' });
    expect(await applied.json()).toMatchObject({ data: [{ profile: 'read-only', status: 503 }] });
    expect((await fetch(`${url}/user-data/v1/client`, { method: 'POST', body: '[]' })).status).toBe(503);
  });

  it('a JSON file is found in a parent folder; flags override it, and switches are merged', async () => {
    const behavior = { hideDeleted: true, tokens: 'any' };
    const folder = await folderWith({
      'briefs-mock.config.json': JSON.stringify({ scenario: 'empty', seed: 3, behavior }),
    });
    await mkdir(join(folder, 'below'));
    const { url, output } = await serveIn(join(folder, 'below'), ['--seed', '4', '--behavior', 'setPreference=append']);
    expect(output()).toContain('(scenario empty, seed 4)');
    const created = await fetch(`${url}/user-data/v1/client`, {
      method: 'POST',
      body: JSON.stringify([{ name: 'A', short_name: 'a', display_name: 'A', type: 'company', status: 'deleted' }]),
    });
    expect(created.status).toBe(200);
    expect((await fetch(`${url}/user-data/v1/client/1`)).status).toBe(404);
  });

  it('accepts a setting for every flag', async () => {
    const folder = await folderWith({
      'briefs-mock.config.json': JSON.stringify({
        scenario: 'empty',
        clock: { frozen: false },
        state: 'state.json',
        exportOnExit: 'export.json',
        tokens: 'any',
        serviceToken: 's3rvice',
        corsOrigin: ['https://app.example'],
        delay: { min: 250, max: 260 },
        strictSessions: true,
        maxSessions: 1,
        sessionIdle: 1,
        controlToken: 'c0ntrol',
        control: true,
        quiet: true,
        jsonLogs: true,
      }),
    });
    await mkdir(join(folder, 'below'));
    const server = await start(['--clock', '2027-01-02T03:04:05Z'], {}, join(folder, 'below'));
    const { url, output } = server;
    expect(output().trim().split('\n')).toHaveLength(1);
    const ready = JSON.parse(output());
    expect(ready).toMatchObject({ message: `briefs-mock ready on ${url} (scenario empty, seed 1)`, url });

    const call = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });
    expect((await call('/__mock/health')).status).toBe(401);
    const clock = await (await call('/__mock/clock', { authorization: 'Bearer c0ntrol' })).json();
    expect(clock).toMatchObject({ now: expect.stringMatching(/^2027-01-02T03:0/), frozen: false });
    expect((await call('/user-data/v1/client')).status).toBe(401);
    const origin = 'https://app.example';
    const listed = await call('/user-data/v1/client', { authorization: 'Bearer s3rvice', origin });
    expect(listed.headers.get('access-control-allow-origin')).toBe(origin);
    const unknown = await call('/user-data/v1/client', { authorization: 'Bearer s3rvice', 'x-mock-session': 'new' });
    expect(unknown.status).toBe(400);

    const service = { authorization: 'Bearer s3rvice' };
    const bo = [{ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }];
    await fetch(`${url}/user-data/v1/user`, { method: 'POST', headers: service, body: JSON.stringify(bo) });
    expect((await call('/public-api/v1/brief', { authorization: 'Bearer bo@acme.example' })).status).toBe(200);
    const before = performance.now();
    await call('/user-data/v1/client', service);
    // Timers may fire up to a millisecond early.
    expect(performance.now() - before).toBeGreaterThanOrEqual(249);
    const control = { authorization: 'Bearer c0ntrol' };
    const sessions = async () => (await (await call('/__mock/sessions', control)).json()).data.length;
    for (const id of ['one', 'two']) {
      const created = await fetch(`${url}/__mock/sessions`, {
        method: 'POST',
        headers: control,
        body: JSON.stringify({ id }),
      });
      expect(created.status).toBe(200);
    }
    expect(await sessions()).toBeLessThanOrEqual(1);
    await expect.poll(sessions).toBe(0);

    expect(await stop(server)).toBe(0);
    // File names are relative to the config file.
    for (const name of ['state.json', 'export.json']) {
      expect(JSON.parse(await readFile(join(folder, name), 'utf8'))).toMatchObject({ scenario: 'empty' });
    }
  });

  it.each([
    ['{"prt": 1}', 2, 'prt: is unknown; allowed: port, demo, '],
    ['{"port": 70000}', 2, 'port: '],
    ['{"seed": -1}', 2, 'seed: must be at least 0, but is -1'],
    ['{"delay": "long"}', 2, 'delay: must be a number of milliseconds'],
    ['{"tokens": "all"}', 2, 'behavior.tokens: '],
    ['{"controlToken": ""}', 2, 'controlToken: must consist of printable ASCII characters'],
    ['{"control": false, "controlToken": "c"}', 2, 'controlToken: cannot be used with `control: false`'],
    ['{"host": ""}', 2, 'host: must not be empty'],
    ['{"maxSessions": 0}', 2, 'maxSessions: must be at least 1, but is 0'],
    ['{"import": "nowhere.json"}', 1, 'nowhere.json cannot be used: it does not exist (ENOENT)'],
    ['{"clock": "noon"}', 2, 'use ISO 8601'],
    ['{"clock": {"now": "2026-03-04T09:00:00Z", "frozen": 1}}', 2, 'clock.frozen: must be a boolean, but is 1'],
    ['{"controlToken": 12345}', 2, 'controlToken: must be a string, but is [hidden]'],
    ['{"state": 5}', 2, 'state: must be a string, but is 5'],
    ['{"scenario": "x"}', 2, 'there is no scenario "x"; the scenarios are newsroom, empty'],
    ['{"behavior": []}', 2, 'behavior: must be an object of switches'],
    ['{"behavior": {"x": 1}}', 2, 'behavior has no option x; it has tokens, '],
    ['{"behavior": {"tokens": "all"}}', 2, 'behavior.tokens: '],
    ['{"port"', 1, 'cannot be loaded: it is not valid JSON: '],
    ['\n', 1, 'cannot be loaded: it is not valid JSON: '],
    ['{"corsOrigin": ["a.example"]}', 2, 'behavior.corsOrigin.0: must be an origin as browsers send it'],
    ['{"scenarios": [{}]}', 2, 'scenarios.0: must be a scenario; create it with defineScenario'],
  ])('with %s makes the command exit with %i', async (text, code, said) => {
    const folder = await folderWith({ 'settings.json': text });
    const { exit, errors, output } = runHere(['--config', 'settings.json'], {}, folder);
    expect(await exit).toBe(code);
    expect(errors()).toContain(said);
    // Except what flags can set right, or names a file itself.
    if (code === 2 && !text.includes('scenario"')) expect(errors()).toContain('settings.json is invalid: ');
    expect(output()).toBe('');
  });

  it.each([
    ['{"control": false}', ['--control-token', 'c'], '--control-token cannot be used with `control: false`'],
    ['{"control": false}', [], 'BRIEFS_MOCK_CONTROL_TOKEN cannot be used with `control: false`'],
    ['{"controlCorsOrigin": ["https://a.example"]}', [], 'controlCorsOrigin in FILE needs a control token'],
    ['{"stateSync": true}', [], 'stateSync in FILE needs --state'],
    ['{"publicUrl": "x"}', [], 'publicUrl in FILE: must be an http(s) URL'],
    ['{"store": "redis://x", "state": "s.json"}', [], 'store in FILE: cannot be combined with state'],
  ])('with %s and %j, an error names what was written', async (text, args, said) => {
    const folder = await folderWith({ 'settings.json': text });
    const env = said.startsWith('BRIEFS') ? { BRIEFS_MOCK_CONTROL_TOKEN: 'c' } : {};
    const { exit, errors } = runHere(['--config', 'settings.json', '--port', '0', ...args], env, folder);
    const expected = said.replace('FILE', join(folder, 'settings.json'));
    expect([await exit, errors()]).toEqual([2, expect.stringContaining(expected)]);
  });

  it('makes the command exit with 1 and name the file when a file it found cannot be parsed', async () => {
    const folder = await folderWith({ 'briefs-mock.config.json': '{' });
    await mkdir(join(folder, 'below'));
    const { exit, errors } = runHere([], {}, join(folder, 'below'));
    expect(await exit).toBe(1);
    expect(errors()).toContain(
      `the config file ${join(folder, 'briefs-mock.config.json')} cannot be loaded: it is not valid JSON: `,
    );
  });

  it('makes the command exit with 1 if a folder has the name of a config file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'briefs-mock.config.json'));
    const { exit, errors } = runHere(['scenarios'], {}, folder);
    expect([await exit, errors()]).toEqual([
      1,
      expect.stringMatching(/the config file \S*briefs-mock\.config\.json cannot be loaded: it is a folder/),
    ]);
  });

  it('says that a module in TypeScript imports a missing package, and no file of this one', async () => {
    const folder = await folderWith({ 'settings.ts': "import 'no-such-package';" });
    const { exit, errors } = runHere(['--config', 'settings.ts'], {}, folder);
    expect(await exit).toBe(1);
    expect(errors()).toMatch(/settings\.ts cannot be loaded: Cannot find module 'no-such-package'( \(line 1\))?\n/);
  });

  it.each([
    ['throws', "throw new Error('boom');", 'boom'],
    [
      'imports a missing package',
      "import 'no-such-package'; export default {};",
      "Cannot find package 'no-such-package'",
    ],
    ['is not JavaScript', 'export default {', 'Unexpected end of input'],
  ])('makes the command exit with 1 and the reason when a module %s', async (_, text, reason) => {
    const folder = await folderWith({ 'settings.mjs': text });
    const { exit, errors } = runHere(['--config', 'settings.mjs'], {}, folder);
    expect(await exit).toBe(1);
    expect(errors()).toMatch(/settings\.mjs cannot be loaded: /);
    expect(errors()).toContain(reason);
  });

  // Bun does not say where a syntax error is.
  it.skipIf(process.env.EXECUTABLE !== undefined).each([
    ['settings.mjs', "\n\nthrow new Error('boom');", 'boom (line 3)'],
    ['settings.ts', "\n\nthrow new Error('boom');", 'boom (line 3)'],
    ['settings.cjs', '\nmodule.exports = { port: 1x };', 'Invalid or unexpected token (line 2)'],
    ['settings.ts', "throw new DOMException('too late', 'TimeoutError');", 'too late (line 1)'],
  ])('says where in %s the error is: %j', async (name, text, problem) => {
    const { exit, errors } = runHere(['--config', name], {}, await folderWith({ [name]: text }));
    expect([await exit, errors()]).toEqual([1, expect.stringContaining(`${name} cannot be loaded: ${problem}`)]);
  });

  // Bun does not notice that a module waits for nothing: its executable waits, too.
  it.skipIf(process.env.EXECUTABLE !== undefined).each([
    ['settings.mjs', 'await new Promise(() => {});\nexport default {};'],
    ['settings.mts', 'await new Promise<void>(() => {});\nexport default {};'],
    ['settings.cjs', 'module.exports = { then: () => {} };'],
    ['settings.ts', 'export default { then: () => {} };'],
  ])('makes the command exit with 1 when %s never finishes loading', async (name, text) => {
    const { exit, errors } = run(['--config', name], {}, await folderWith({ [name]: text }));
    expect(await exit).toBe(1);
    expect(errors()).toContain(`${name} cannot be loaded: it never finishes loading`);
  });

  it('names the file when a getter of its default export throws', async () => {
    const text = "export default { get scenario() { throw new Error('boom'); } };";
    const { exit, errors } = runHere(['--config', 'settings.mjs'], {}, await folderWith({ 'settings.mjs': text }));
    expect([await exit, errors()]).toEqual([1, expect.stringContaining('settings.mjs is invalid: boom')]);
  });

  it('says what to do if a file named .js is a module, but the package is not one', async () => {
    const files = { 'package.json': '{"type": "commonjs"}', 'settings.js': 'export default {};' };
    const { exit, errors } = runHere(['--config', 'settings.js'], {}, await folderWith(files));
    expect([await exit, errors()]).toEqual([
      1,
      expect.stringContaining('; name it .mjs or .ts, or set "type": "module"'),
    ]);
  });

  it.each([
    ['settings.mjs', 'export const port = 1;'],
    ['settings.ts', 'export const config: object = { port: 1 };'],
    ['settings.mts', 'export const port: number = await 1;'],
  ])('makes the command exit with 1 when %s has no default export', async (name, text) => {
    const folder = await folderWith({ [name]: text });
    const { exit, errors } = runHere(['--config', name], {}, folder);
    expect([await exit, errors()]).toEqual([
      1,
      expect.stringContaining(`${join(folder, name)} has no default export; add one`),
    ]);
  });

  it('reads `module.exports` of a file in TypeScript', async () => {
    const folder = await folderWith({ 'settings.ts': 'module.exports = { scenario: 5 };' });
    const { exit, errors } = runHere(['scenarios', '--config', 'settings.ts'], {}, folder);
    expect([await exit, errors()]).toEqual([2, expect.stringContaining('scenario: must be a string')]);
  });

  it('names the scenario whose `seed` fails', async () => {
    const broken = scenario.replace(
      "data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' })",
      'data.users.create({})',
    );
    const folder = await folderWith({
      'settings.mjs': `export default { scenario: 'one-reader', scenarios: [${broken}] };`,
    });
    const { exit, errors } = runHere(['snapshot', '--config', 'settings.mjs'], {}, folder);
    expect([await exit, errors()]).toEqual([
      1,
      expect.stringContaining('briefs-mock: Scenario one-reader: seed failed: Cannot read properties of undefined'),
    ]);
  });

  it('makes the command exit with 1 when the file has another extension', async () => {
    const { exit, errors } = runHere(
      ['--config', 'settings.yaml'],
      {},
      await folderWith({ 'settings.yaml': 'port: 1' }),
    );
    expect(await exit).toBe(1);
    expect(errors()).toContain('its name must end with .ts, .mts, .js, .mjs, .cjs, .json');
  });

  it('makes the command exit with 1 when the file of --config does not exist', async () => {
    const { exit, errors } = runHere(['--config', 'nowhere.json'], {}, await folderWith({}));
    expect(await exit).toBe(1);
    expect(errors()).toContain('the config file nowhere.json cannot be loaded: it does not exist (ENOENT)');
  });
});

describe('--behavior', () => {
  it('sets switches to text or JSON values', async () => {
    const flags = ['repeatBookmark=conflict', 'articleGid=false', 'corsOrigin=["https://app.example"]'];
    const { url } = await serveIn(
      await folderWith({}),
      flags.flatMap((flag) => ['--behavior', flag]),
    );
    const headers = { authorization: 'Bearer alice-token', origin: 'https://app.example' };
    const response = await fetch(`${url}/public-api/v1/brief/front-page`, { headers });
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const { data } = await response.json();
    expect(Object.keys(data.article[0])).not.toContain('gid');
    const path = `${url}/public-api/v1/bookmark/front-page/${data.gid}`;
    await fetch(path, { method: 'POST', headers });
    expect((await fetch(path, { method: 'POST', headers })).status).toBe(409);
  });

  it('X13: serviceToken=null takes away the token of the config file', async () => {
    const folder = await folderWith({ 'briefs-mock.config.json': '{"behavior": {"serviceToken": "s3cret"}}' });
    const { url } = await serveIn(folder, ['--behavior', 'serviceToken=null']);
    expect((await fetch(`${url}/user-data/v1/user`)).status).toBe(200);
  });

  it.each([
    ['nothing=1', 'behavior has no option nothing; it has tokens, '],
    ['hideDeleted', 'behavior.hideDeleted: must be written as hideDeleted=<value>'],
    ['', 'behavior: must be written as <switch>=<value>'],
    ['hideDeleted=maybe', 'behavior.hideDeleted: must be a boolean, but is "maybe"'],
    ['setPreference=x', 'behavior.setPreference: must be "upsert" or "append", but is "x"'],
    ['tokens=s3', 'but is "s3"'],
    ['{"serviceToken":5}', 'behavior.serviceToken: must be a string, but is [hidden]'],
    ['{"serviceToken":"s3cret"', 'behavior: must be valid JSON: '],
  ])('%s makes the command exit with 2', async (assignment, said) => {
    const { exit, errors } = runHere(['--behavior', assignment]);
    expect(await exit).toBe(2);
    expect(errors()).toContain(said);
    expect(errors()).not.toContain('s3cret');
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { expect, it } from 'vitest';
import { runHere, temporaryFolder } from '../support/cli.js';

async function conform(folder: string, ...args: string[]) {
  const { exit, output, errors } = runHere(['conform', '--openapi', ...args], {}, folder);
  return { code: await exit, output: output(), errors: errors() };
}

it('conform --openapi compares a document, in JSON or YAML, and accepts what the baseline lists', async () => {
  const folder = await temporaryFolder();
  // biome-ignore lint/suspicious/noExplicitAny: a document is changed.
  const document = JSON.parse(JSON.stringify(await createMock().openapi())) as any;
  await writeFile(join(folder, 'same.json'), JSON.stringify(document));
  expect(await conform(folder, 'same.json')).toMatchObject({ code: 0, errors: '' });
  delete document.paths['/user-data/v1/client'].get.responses[200];
  // JSON with a comment is YAML, which can merge what it names.
  const { get } = document.paths['/user-data/v1/package'];
  document.paths['/user-data/v1/package'].get = 'merged';
  const yaml = JSON.stringify({ 'x-get': 'anchored', ...document })
    .replace('"anchored"', `&get ${JSON.stringify(get)}`)
    .replace('"merged"', '{ <<: *get }');
  await writeFile(join(folder, 'theirs.yaml'), `# theirs\n${yaml}`);
  const { code, output } = await conform(folder, 'theirs.yaml', '--baseline', 'known.json', '--write-baseline');
  expect([code, output]).toEqual([0, expect.stringContaining('openapi/GET /user-data/v1/client')]);
  expect(output).toContain('status 200: is missing from the document');
  expect(output).toMatch(/ 1 differs, 0 could not tell/);
  expect(JSON.parse(await readFile(join(folder, 'known.json'), 'utf8')).differences).toHaveProperty([
    'openapi/GET /user-data/v1/client',
  ]);
  expect(await conform(folder, 'theirs.yaml')).toMatchObject({ code: 1 });
  expect(await conform(folder, 'theirs.yaml', '--baseline', 'known.json')).toMatchObject({ code: 0 });
});

it('conform --openapi says why it cannot read a document', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'broken.yaml'), 'a: [');
  await writeFile(join(folder, 'old.yaml'), "swagger: '2.0'");
  const failures = await Promise.all(
    [
      ...['none.json', 'broken.yaml', 'old.yaml'],
      ...['http://127.0.0.1:1/openapi.json?token=s3cret', 'http://bob:s3cret@127.0.0.1:1/openapi.json'],
    ].map((file) => conform(folder, file)),
  );
  expect(failures.map(({ code, errors }) => [code, errors])).toEqual([
    [1, expect.stringContaining('the OpenAPI document none.json cannot be read: it does not exist (ENOENT)')],
    [1, expect.stringContaining('is neither JSON nor YAML')],
    [2, expect.stringMatching(/^briefs-mock: the OpenAPI document .*: it has version 2\.0/)],
    [1, expect.stringMatching(/openapi\.json\?token=\[hidden\] cannot be read: no server answers there/)],
    [2, 'briefs-mock: --openapi: must not contain a user or a password\n'],
  ]);
});

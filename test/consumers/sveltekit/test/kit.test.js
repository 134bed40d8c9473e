import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { build, createServer } from 'vite';

let server;
let url;
before(async () => {
  server = await createServer({ server: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
  await server.listen();
  url = `http://127.0.0.1:${server.httpServer.address().port}`;
});
after(() => server.close());

/** The number of bookmarks in the page that the server renders. */
const rendered = async () => ((await (await fetch(url)).text()).match(/<li>/g) ?? []).length;

test('what the page changes is in the page that the server renders next', async () => {
  const was = await rendered();
  const { data } = await (await fetch(`${url}/public-api/v1/brief/front-page`)).json();
  const path = `/public-api/v1/bookmark/front-page/${data.gid}/${data.article.at(-1).gid}`;
  assert.equal((await fetch(url + path, { method: 'POST' })).status, 200);
  assert.equal(await rendered(), was + 1);
});

test('a build for production has nothing of the mock in it', async () => {
  await build({ logLevel: 'error' });
  const files = readdirSync('.svelte-kit/output', { recursive: true }).filter((file) => /\.(js|css|html)$/.test(file));
  assert.ok(files.length > 5);
  const found = files.filter((file) =>
    /mountConsole|newsroom|__mock/.test(readFileSync(`.svelte-kit/output/${file}`, 'utf8')),
  );
  assert.deepEqual(found, []);
});

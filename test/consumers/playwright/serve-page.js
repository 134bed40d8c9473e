import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

/** Serves the page to all workers while the tests run, and sets its URL in PAGE_URL. */
export default async function servePage() {
  const page = await readFile(new URL('./index.html', import.meta.url));
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.env.PAGE_URL = `http://127.0.0.1:${server.address().port}`;
  return () => server.close();
}

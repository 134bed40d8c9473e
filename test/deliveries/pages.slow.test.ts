import { createMock, type MockOptions } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../support/raw-http.js';

/** The page and one of its files. */
const paths = ['/__mock/docs', '/__mock/docs/page.js', '/__mock/', '/__mock/console/page.js'];

async function serve(options: MockOptions = {}, serverOptions: ServerOptions = {}): Promise<string> {
  const mock = createMock({ scenario: newsroom, ...options });
  const server = await createServer(mock, { port: 0, ...serverOptions }).listen();
  onTestFinished(() => server.close());
  return `http://127.0.0.1:${server.port}`;
}

/** The whole answer to a GET with only these header lines; `fetch` would add some. */
async function ask(url: string, path: string, ...lines: string[]): Promise<string> {
  const connection = await connectTo(url);
  connection.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return connection.ended();
}

describe('The pages of a server', () => {
  it.each([
    ['/__mock/docs', 'docs', 1],
    ['/__mock/', 'console', 2],
  ])('%s is a page that loads only files of the server', async (path, folder, count) => {
    const page = await fetch((await serve()) + path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    expect(html).not.toMatch(/https?:/);

    const files = [...html.matchAll(/(?:src|href)="([^":]+)"/g)].map(([, file]) => file as string);
    expect(files).toHaveLength(count);
    for (const file of files) {
      expect(file).toMatch(new RegExp(`^${folder}/`));
      const part = await fetch(new URL(file, page.url));
      expect(part.status, file).toBe(200);
      expect(part.headers.get('content-type'), file).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect((await part.text()).length, file).toBeGreaterThan(50);
    }
  });

  it('sends a content security policy that allows only scripts and requests of the server itself', async () => {
    const url = await serve();
    for (const path of paths) {
      const { headers } = await fetch(url + path);
      const policy = headers.get('content-security-policy');
      for (const rule of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]) {
        expect(policy?.split('; ')).toContain(rule);
      }
      // OpenAPI Explorer has its styles in its elements.
      const allowed = path.startsWith('/__mock/docs') ? policy?.replace("style-src 'unsafe-inline'", '') : policy;
      expect(allowed).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('the root leads browsers to the console, and only browsers', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const url = await serve();
    const page = await fetch(`${url}/`, { headers });
    expect([page.status, page.url]).toEqual([200, `${url}/__mock/`]);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/public-api/`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/`, { headers, method: 'POST' })).status).toBe(404);
    const closed = await serve({}, { control: false });
    expect((await fetch(`${closed}/`, { headers })).status).toBe(404);
  });

  it('answers below the prefix of a session and below the path of a base URL', async () => {
    const url = await serve({ baseUrl: 'https://api.example.com/stage' });
    for (const before of ['', '/stage', '/__mock/s/one', '/stage/__mock/s/one']) {
      for (const path of paths) expect((await fetch(url + before + path)).status, before + path).toBe(200);
    }
  });

  it('X17, X18: answers HEAD, and redirects each page to the path with or without a trailing slash that it has', async () => {
    const url = await serve();
    const head = await fetch(`${url}/__mock/docs`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
    expect((await fetch(`${url}/__mock/s/one/__mock/docs/`)).url).toBe(`${url}/__mock/s/one/__mock/docs`);
    expect((await fetch(`${url}/__mock`)).url).toBe(`${url}/__mock/`);
    expect((await fetch(`${url}/__mock/s/one/__mock`)).url).toBe(`${url}/__mock/s/one/__mock/`);
  });

  it('is revalidated on each request: 304 for a matching ETag, 200 for another one', async () => {
    const url = await serve();
    for (const path of paths) {
      const { headers } = await fetch(url + path);
      expect(headers.get('cache-control')).toBe('no-cache');
      const etag = headers.get('etag') ?? '';
      expect((await fetch(url + path, { headers: { 'if-none-match': `"other", ${etag}` } })).status).toBe(304);
      expect((await fetch(url + path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  it('is compressed only for clients that accept Brotli', async () => {
    const url = await serve();
    const plain = await fetch(`${url}/__mock/docs/page.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(plain.headers.has('content-encoding')).toBe(false);
    const refused = await fetch(`${url}/__mock/docs/page.js`, { headers: { 'accept-encoding': 'gzip, br;q=0' } });
    expect(refused.headers.has('content-encoding')).toBe(false);
    const packed = await fetch(`${url}/__mock/docs/page.js`, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await plain.text()).toBe(await packed.text());
  });
});

describe('Other paths and methods', () => {
  it.each([
    '/__mock/docs/other.js',
    '/__mock/console',
    '/__mock/console/',
    '/__mock/console/page.html',
    '/__mock/console/../docs/page.js.br',
    '/__mock/docs/page.js/x',
    '/__mock/docs/page.js.br',
    '/__mock/docs/constructor',
    '/__mock/docs/..%2findex.js',
    '/__mock/docs/..%2f..%2fpackage.json',
    '/x/__mock/docs',
    '/public-api/v1/__mock/docs',
    '/__mock/docsx',
  ])('%s gets 404', async (path) => {
    const response = await fetch((await serve()) + path);
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty('error');
  });

  it('a path with .. or // gets 404', async () => {
    const url = await serve();
    for (const path of ['/__mock/docs/../../package.json', '/__mock/docs//etc/passwd']) {
      expect(await ask(url, path, 'Host: localhost'), path).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('X5: %s gets 405', async (method) => {
    const url = await serve();
    for (const path of paths) {
      const response = await fetch(url + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } });
    }
  });
});

describe('Access to the page', () => {
  it('a request with a foreign host or origin gets 403', async () => {
    const url = await serve();
    const { host } = new URL(url);
    for (const path of [...paths, '/__mock/docs/']) {
      expect(await ask(url, path, `Host: ${host}`), path).toMatch(/^HTTP\/1\.1 (200|307) /);
      for (const lines of [['Host: evil.example'], [`Host: ${host}`, 'Origin: https://evil.example']]) {
        const answer = await ask(url, path, ...lines);
        expect(answer, path).toMatch(/^HTTP\/1\.1 403 /);
        expect(answer).toContain('"forbidden"');
      }
    }
  });

  it('on 0.0.0.0 without a control token, the page gets 403', async () => {
    const url = await serve({}, { host: '0.0.0.0' });
    for (const path of paths) expect((await fetch(url + path)).status).toBe(403);
  });

  it('with the control API turned off, the page gets 404', async () => {
    const url = await serve({}, { control: false });
    for (const path of paths) expect((await fetch(url + path)).status).toBe(404);
  });

  it('with a control token, the page answers without the token, but the OpenAPI document gets 401', async () => {
    const url = await serve({}, { host: '0.0.0.0', control: { token: 'c0ntrol' } });
    for (const path of paths) {
      const response = await fetch(url + path);
      expect(response.status).toBe(200);
      // OpenAPI Explorer names the colour aliceblue.
      expect(await response.text()).not.toMatch(/c0ntrol|alice(?!blue)/);
    }
    expect((await fetch(`${url}/__mock/openapi.json`)).status).toBe(401);
  });
});

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { refuseForeign } from '../control/guard.js';
import { MockError } from '../foundation/mock-error.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { Listener } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';
import { refusalResponse } from './refusals.js';

/** A page of the server: static files, which the build writes to a folder next to this module and compresses. */
interface StaticPage {
  /** The folder, and the path of its files below `/__mock`. */
  readonly folder: string;
  /** The path of the page itself. */
  readonly path: string;
  /** The file of the page itself. */
  readonly index: string;
  readonly files: readonly string[];
  /** Where its styles come from, as in `style-src` of its policy. */
  readonly styles: string;
}

/** The console, and the API reference. */
const pages: readonly StaticPage[] = [
  { folder: 'console', path: '/__mock/', index: 'page.html', files: ['page.js', 'page.css'], styles: "'self'" },
  // OpenAPI Explorer has its styles in its elements.
  { folder: 'docs', path: '/__mock/docs', index: 'index.html', files: ['page.js'], styles: "'unsafe-inline'" },
];

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** All files come from this server. Style sheets contain icons as `data:` URLs. */
const policyOf = ({ styles }: StaticPage): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Answers a request for a page or one of its files; undefined for any other request, which the mock answers. `path` is below the
 * base URL and the session.
 */
export type AnswerPage = (
  request: RequestData,
  path: string,
  listener: Listener,
) => Response | Promise<Response> | undefined;

/**
 * The pages of a mock, also below the path prefix of a session. Every caller who may use the control API may load them. `base` is
 * the path of the mock's base URL.
 */
export function pagesOf(base: string): AnswerPage {
  return (request, path, listener) => {
    if (request.url.endsWith('/') && opensRoot(request, base) && mayLoad(request, listener))
      return redirect('./__mock/');
    const answer = answerAt(path, request);
    return answer !== undefined && mayLoad(request, listener) ? answer() : undefined;
  };
}

/** The page or file at a path; undefined if there is none. */
function answerAt(path: string, request: RequestData): (() => Response | Promise<Response>) | undefined {
  for (const page of pages) {
    const { folder, path: own, index, files } = page;
    const file = path === own ? index : files.find((name) => path === `/__mock/${folder}/${name}`);
    if (file !== undefined) {
      return () => {
        if (/^(GET|HEAD)$/.test(request.method)) return send(page, file, request);
        return refusalResponse(new MethodNotAllowed(request.method, path, ['GET', 'HEAD']));
      };
    }
    // Without this, the relative URLs in the page would lead to the wrong folder.
    if (`${path}/` === own) return () => redirect(`./${own.split('/').at(-2)}/`);
    if (path === `${own}/`) return () => redirect(`../${own.split('/').at(-1)}`);
  }
  return undefined;
}

/** Whether the request opens the root URL of the server in a browser. A proxy may have removed the path of the base URL. */
function opensRoot({ method, url, headers }: RequestData, base: string): boolean {
  return (
    method === 'GET' &&
    ['/', `${base}/`].includes(new URL(url).pathname) &&
    /\btext\/html\b/.test(headerIn(headers, 'accept') ?? '')
  );
}

export function redirect(location: string): Response {
  // Without the length, the empty body would come in chunks.
  return new Response(null, { status: 307, headers: { location, 'content-length': '0' } });
}

/**
 * The page loads without the control token, and by links of other pages: it contains no secrets, and it asks for the token
 * itself.
 */
function mayLoad({ headers }: RequestData, listener: Listener): boolean {
  try {
    refuseForeign(headers, listener, { allowLinks: true });
    return true;
  } catch (error) {
    return error instanceof MockError && error.code === 'unauthorized';
  }
}

async function send(page: StaticPage, file: string, { headers: asked }: RequestData): Promise<Response> {
  // The files are next to this module, in the ES module build and in the CommonJS build.
  const packed = await readFile(createRequire(import.meta.url).resolve(`./${page.folder}/${file}.br`));
  const etag = `W/"${createHash('sha256').update(packed).digest('base64url')}"`;
  // Browsers cache the files, but revalidate them every time: an update of the package changes them.
  const headers: Record<string, string> = { etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };
  if (headerIn(asked, 'if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  const encodings = parseAccept(headerIn(asked, 'accept-encoding') ?? '');
  const acceptsBrotli = encodings.some(({ type, q }) => type === 'br' && q > 0);
  if (acceptsBrotli) headers['content-encoding'] = 'br';
  return new Response(acceptsBrotli ? packed : brotliDecompressSync(packed), {
    headers: {
      ...headers,
      'content-type': types[file.split('.').at(-1) as string] as string,
      'content-security-policy': policyOf(page),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

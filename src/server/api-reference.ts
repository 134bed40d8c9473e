import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { refuseForeign } from '../control/guard.js';
import { MockError } from '../foundation/mock-error.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { Listener } from '../protocol/listener.js';
import { withoutSession } from '../session/session-address.js';
import { refusalResponse } from './refusals.js';

/** The content types of the page's files. The build compresses the files. */
const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
};

/** All files come from this server. The style sheet contains icons as `data:` URLs. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The path of the page, and of the files below it. */
const PATH = /^\/__mock\/docs(?:\/([\w.-]*))?$/;

/** Answers a request for the page or one of its files; undefined for any other request, which the mock answers. */
type Docs = (request: Request, listener: Listener) => Response | Promise<Response> | undefined;

/**
 * The API reference of a mock, at `/__mock/docs`, also below the path prefix of a session. Whoever may call the control API
 * may load it. `base` is the path of the mock's base URL.
 */
export function docsOf(base: string): Docs {
  return (request, listener) => {
    // This runs for every request, so most are ruled out before the URL is parsed.
    if (request.url.endsWith('/') && opensRoot(request, base) && mayLoad(request, listener))
      return redirect('./__mock/docs');
    if (!request.url.includes('/__mock/docs')) return undefined;
    const { pathname } = new URL(request.url);
    const { path } = withoutSession(pathname, base);
    const match = PATH.exec(path);
    const [, file = 'index.html'] = match ?? [];
    const isThere = match !== null && (file === '' || Object.hasOwn(types, file));
    if (!isThere || !mayLoad(request, listener)) return undefined;
    if (!/^(GET|HEAD)$/.test(request.method)) {
      return refusalResponse(new MethodNotAllowed(request.method, path, ['GET', 'HEAD']));
    }
    // Without this, the relative URLs in the page would lead to the wrong folder.
    if (file === '') return redirect('../docs');
    return send(file, request);
  };
}

/** Whether the request opens the root URL of the server in a browser. A proxy may have removed the path of the base URL. */
function opensRoot({ method, url, headers }: Request, base: string): boolean {
  return (
    method === 'GET' &&
    ['/', `${base}/`].includes(new URL(url).pathname) &&
    /\btext\/html\b/.test(headers.get('accept') ?? '')
  );
}

function redirect(location: string): Response {
  return new Response(null, { status: 307, headers: { location } });
}

/**
 * The page loads without the control token, and by links of other pages: it contains no secrets, and it asks for the token
 * itself.
 */
function mayLoad({ headers }: Request, listener: Listener): boolean {
  try {
    refuseForeign(headers, listener, { allowLinks: true });
    return true;
  } catch (error) {
    return error instanceof MockError && error.code === 'unauthorized';
  }
}

async function send(file: string, { headers: asked }: Request): Promise<Response> {
  // The files are next to this module, in the ES module build and in the CommonJS build.
  const packed = await readFile(createRequire(import.meta.url).resolve(`./docs/${file}.gz`));
  const etag = `W/"${createHash('sha256').update(packed).digest('base64url')}"`;
  // Browsers cache the files, but revalidate them every time: an update of the package changes them.
  const headers: Record<string, string> = { etag, 'cache-control': 'no-cache', vary: 'Accept-Encoding' };
  if (asked.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
  const acceptsGzip = /\bgzip\b/.test(asked.get('accept-encoding') ?? '');
  if (acceptsGzip) headers['content-encoding'] = 'gzip';
  return new Response(acceptsGzip ? packed : gunzipSync(packed), {
    headers: {
      ...headers,
      'content-type': types[file] as string,
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

import { MockError, malformed } from '../foundation/mock-error.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';

/** Where a visitor starts again. Opening this page by a link changes nothing; its form sends the POST that ends the session. */
export const START_AGAIN_PATH = '/__mock/demo/start-again';

/** A placeholder origin, against which paths are resolved. */
const ORIGIN = 'http://path.invalid';

const headers = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'unsafe-inline'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Answers a request for the page. `end` ends the session of the visitor; it returns an answer if it could not.
 * @throws MockError `method_not_allowed`; `forbidden` for a form of another site; `malformed_data` for an invalid `return`
 */
export async function startAgain(
  { method, url, headers: sent }: RequestData,
  end: () => Promise<Response | undefined>,
): Promise<Response> {
  const { searchParams } = new URL(url);
  const back = searchParams.get('return');
  const target = back === null ? undefined : returnPath(back);
  if (method === 'GET' || method === 'HEAD') return page(target, searchParams.has('done'));
  if (method !== 'POST') throw new MethodNotAllowed(method, START_AGAIN_PATH, ['GET', 'HEAD', 'POST']);
  // The browser sends no cookie here from another site. A browser that sent one would still be rejected.
  if (headerIn(sent, 'sec-fetch-site') === 'cross-site') {
    throw new MockError(
      'forbidden',
      `A page of another site cannot send this form; link to ${START_AGAIN_PATH} instead`,
    );
  }
  const failure = await end();
  if (failure !== undefined) return failure;
  // Relative, because a proxy may have a path of its own.
  return new Response(null, { status: 303, headers: { location: target ?? './start-again?done' } });
}

/** A path of the same origin to return to, as in a URL. @throws MockError `malformed_data` */
export function returnPath(text: string): string {
  const url = text.startsWith('/') && URL.canParse(text, ORIGIN) ? new URL(text, ORIGIN) : undefined;
  // A path that starts with two slashes would be the URL of another host.
  if (url?.origin === ORIGIN && !url.pathname.startsWith('//')) return url.pathname + url.search + url.hash;
  throw malformed('return: must be a path of this site, such as /app/');
}

function page(back: string | undefined, isDone: boolean): Response {
  // Encoded, so that it cannot end the attribute.
  const action = back === undefined ? 'start-again' : `start-again?return=${encodeURIComponent(back)}`;
  const text = isDone
    ? '<p role="status">Your changes are gone. You can go back to the application.</p>'
    : `<p>This demo keeps your changes apart from those of other visitors. Starting again removes them.</p>
<form method="post" action="${action}"><button>Start again</button></form>`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Start again</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui } body { margin: 10vh auto; max-width: 30rem; padding: 0 1rem }</style>
<h1>Start again</h1>
${text}
</html>
`;
  return new Response(html, { headers });
}

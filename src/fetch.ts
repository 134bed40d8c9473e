/**
 * The mock as a request handler of a deployed application, or of a runtime such as Bun, Deno or workerd.
 * @module
 */
import { optionNames } from './foundation/check-options.js';
import { formatValue } from './foundation/format-value.js';
import { fromCaller } from './foundation/from-caller.js';
import { malformed } from './foundation/mock-error.js';
import { checkArguments, checkControl } from './mock/check-arguments.js';
import type { Mock } from './mock/mock.js';
import type { Listener } from './protocol/listener.js';

export interface FetchHandlerOptions {
  /** The path below which the application serves the mock, such as `/api/mock`. Default: none. */
  mount?: string | undefined;
  /** With a token, the control API answers calls that send `Authorization: Bearer <token>`. Default: it is off. */
  control?:
    | false
    | {
        /** Printable ASCII without spaces. */
        token: string;
      }
    | undefined;
}

/** Answers a request. Ignores other arguments, which runtimes pass. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Creates a request handler that answers as a server does. Unlike `mock.fetch`, it may be reachable from a network: without a
 * control token, the control API is off.
 *
 * @example
 * // app/api/mock/[...path]/route.ts in Next
 * const handler = createFetchHandler(mock, { mount: '/api/mock' });
 * export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
 * @throws MockError `malformed_data` for invalid options.
 */
export function createFetchHandler(mock: Mock, options: FetchHandlerOptions = {}): FetchHandler {
  return fromCaller(createFetchHandler, () => handlerOf(mock, options));
}

function handlerOf(mock: Mock, options: FetchHandlerOptions): FetchHandler {
  checkArguments('createFetchHandler', mock, options, optionNames<FetchHandlerOptions>({ mount: true, control: true }));
  const { control = false } = options;
  checkControl(control, ['token']);
  const mount = mountPath(options.mount);
  // The address is unknown, so the control API is guarded as on one that other machines can reach.
  const listener: Listener = { host: '0.0.0.0', control, mount };
  return async (request) => {
    const response = await mock.serve(withoutMount(request, mount), listener);
    return response.type === 'error' ? brokenResponse() : response;
  };
}

/** The mount path as in URLs, without a trailing slash. */
function mountPath(mount: unknown = '/'): string {
  if (typeof mount !== 'string' || !/^\/(?!\/)[^?#]*$/.test(mount)) {
    throw malformed(`mount: must be a path such as "/api/mock", but is ${formatValue(mount)}`);
  }
  return new URL(mount, 'http://localhost').pathname.replace(/\/+$/, '');
}

/** Some frameworks remove the mount path themselves. */
function withoutMount(request: Request, mount: string): Request {
  const { origin, pathname, search } = new URL(request.url);
  const isBelow = mount !== '' && `${pathname}/`.startsWith(`${mount}/`);
  return isBelow ? new Request(`${origin}${pathname.slice(mount.length) || '/'}${search}`, request) : request;
}

/** A handler cannot close the connection, but runtimes do so if a body fails, some of them after the status and the headers. */
function brokenResponse(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('A fault rule broke the connection')),
  });
  return new Response(body);
}

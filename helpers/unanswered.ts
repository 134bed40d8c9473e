import { HttpResponse, http, passthrough } from 'msw';
import { pathsBelow, urlPattern } from '../handlers/url-pattern.js';
import { nearestRouteHint } from '../src/faults/nearest-route.js';
import type { Api, JournalEntry, Mock } from '../src/index.js';

/** Collects the requests that no handler matches, and those that the mock has no route for. */
export class Unanswered {
  readonly #mock: Mock;
  readonly #services: readonly string[] | undefined;
  /** The requests with advice, without duplicates. */
  readonly #entries = new Set<string>();

  constructor(mock: Mock, services: readonly string[] | undefined) {
    this.#mock = mock;
    this.#services = services;
    const { requests } = mock;
    const { clear } = requests;
    // A reset clears the journal too, but must not hide what a test has sent.
    mock.on('request', (request) => {
      if (request.route === null) this.#noteUnmatched(request);
    });
    requests.clear = () => {
      this.#entries.clear();
      return clear();
    };
  }

  /** The last of all handlers. To the application, its answer looks like a network error. */
  readonly handler = http.all('*', ({ request }) => {
    // Requests for data: and blob: URLs go to no server.
    if (!request.url.startsWith('http')) return passthrough();
    this.add(request);
    return HttpResponse.error();
  });

  add(request: Request): void {
    this.#note(request.method, request.url, this.#advice(request));
  }

  /** Moves the requests without a route from the journals of the mock and its sessions to this list, and clears the journals. */
  collect(): void {
    // Not those of `this.#mock`, whose `clear` empties this list.
    for (const { requests } of this.#mock.sessions.matching('all')) {
      for (const request of requests.unmatched()) this.#noteUnmatched(request);
      requests.clear();
    }
  }

  /** @throws Error that lists the requests since the last call, if there were any. */
  check(isConcurrent: boolean): void {
    this.collect();
    const entries = [...this.#entries];
    this.#entries.clear();
    if (entries.length === 0) return;
    const note = isConcurrent ? '\nTests run concurrently: another one may have sent them.\n' : '';
    throw new Error(
      `The application sent requests that no handler or route answers:\n\n${entries.join('\n')}\n${note}`,
    );
  }

  #noteUnmatched({ method, path, reason = '' }: JournalEntry): void {
    this.#note(method, (this.#mock.baseUrl ?? '') + path, reason);
  }

  #note(method: string, url: string, advice: string): void {
    this.#entries.add(`  ${method} ${url}\n    ${advice}`);
  }

  /** The cause, and what to do. */
  #advice({ method, url }: Request): string {
    const { baseUrl } = this.#mock;
    const [address = ''] = url.split(/[?#]/);
    const api = this.#apiAt(address, baseUrl);

    if (api !== undefined && this.#services?.includes(api.name) === false) {
      return `This path belongs to the API ${api.name}. Add it to the option \`services\`.`;
    }
    if (api !== undefined) {
      return "The mock's handlers were removed: server.resetHandlers(…) replaced them. Call it without arguments.";
    }
    const shorter = baseUrl && this.#baseOf(baseUrl);
    if (shorter !== undefined && address.startsWith(`${shorter}/`)) {
      return `The \`baseUrl\`, ${baseUrl}, contains the path of an API, which the mock adds itself. Use \`baseUrl: '${shorter}'\`.`;
    }
    if (baseUrl !== undefined && address.startsWith(`${baseUrl}/`)) {
      const routes = this.#mock.apis().flatMap(({ routes }) => routes);
      return `The mock has no route for this path${nearestRouteHint(routes, method, address.slice(baseUrl.length))}.`;
    }
    const base = this.#baseOf(address);
    if (base !== undefined && baseUrl === undefined) {
      return `Without a \`baseUrl\`, the mock answers this path only at the start of the URL's path. Add \`baseUrl: '${base}'\`.`;
    }
    if (base !== undefined) {
      return `The mock answers this path only below its \`baseUrl\`, ${baseUrl}. Use the same base URL in the application.`;
    }
    return `This URL is not part of the mocked APIs. Add a handler: server.use(http.${method.toLowerCase()}('${address}', …)).`;
  }

  /** The API that the address belongs to, if the APIs are at this base URL. */
  #apiAt(address: string, baseUrl: string | undefined): Api | undefined {
    return this.#mock
      .apis()
      .find(({ prefixes }) => pathsBelow(prefixes).some((path) => urlPattern(baseUrl, path).test(address)));
  }

  /** The part of the address before the path of an API; undefined if the address contains no such path. */
  #baseOf(address: string): string | undefined {
    const starts = this.#mock
      .apis()
      .flatMap(({ prefixes }) => prefixes.slice(0, 1))
      .map((prefix) => `${address}/`.indexOf(`${prefix}/`))
      .filter((start) => start !== -1);
    return starts.length === 0 ? undefined : address.slice(0, Math.min(...starts));
  }
}

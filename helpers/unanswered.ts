import { HttpResponse, http, passthrough } from 'msw';
import { pathsBelow, urlPattern } from '../handlers/url-pattern.js';
import type { Api, Mock } from '../src/index.js';
import { nearestRoute } from '../src/session/nearest-route.js';

/** Collects the requests that nothing answers: those that no handler takes, and those that the mock has no route for. */
export class Unanswered {
  readonly #mock: Mock;
  readonly #services: readonly string[] | undefined;
  /** Each with what to do about it; one that comes again is named once. */
  readonly #entries = new Set<string>();

  constructor(mock: Mock, services: readonly string[] | undefined) {
    this.#mock = mock;
    this.#services = services;
  }

  /** To be put after all other handlers. To the application it looks as if the server could not be reached. */
  readonly handler = http.all('*', ({ request }) => {
    // data: and blob: reach no server.
    if (!request.url.startsWith('http')) return passthrough();
    this.add(request);
    return HttpResponse.error();
  });

  add(request: Request): void {
    this.#note(request.method, request.url, this.#advice(request));
  }

  /** Takes what the mock refused for want of a route from its journal, which then begins anew. */
  collect(): void {
    const { requests, baseUrl = '' } = this.#mock;
    for (const { method, path, reason = '' } of requests.unmatched()) this.#note(method, baseUrl + path, reason);
    requests.clear();
  }

  /** @throws Error naming the requests since the last call, if there were any. */
  check(): void {
    this.collect();
    const entries = [...this.#entries];
    this.#entries.clear();
    if (entries.length === 0) return;
    throw new Error(`The application sent requests that nothing answers:\n\n${entries.join('\n')}\n`);
  }

  #note(method: string, url: string, advice: string): void {
    this.#entries.add(`  ${method} ${url}\n    ${advice}`);
  }

  /** The nearest thing to do. */
  #advice({ method, url }: Request): string {
    const { baseUrl } = this.#mock;
    const [address = ''] = url.split(/[?#]/);
    const api = this.#apiAt(address, baseUrl);

    if (api !== undefined && this.#services?.includes(api.name) === false) {
      return `This is the API ${api.name}, which \`services\` leaves out.`;
    }
    if (api !== undefined) {
      return "The mock's handlers are gone: server.resetHandlers(…) put others in their place.";
    }
    if (baseUrl !== undefined && address.startsWith(`${baseUrl}/`)) {
      const routes = this.#mock.apis().flatMap(({ routes }) => routes);
      const nearest = nearestRoute(routes, method, address.slice(baseUrl.length));
      return `The mock has no such path; the nearest is ${nearest?.method} ${nearest?.path}.`;
    }
    if (this.#apiAt(address, undefined) !== undefined) {
      return `The mock answers this path at ${baseUrl} alone: that is its \`baseUrl\`, and the application has another.`;
    }
    return `It is not the mock's. Give it a handler: server.use(http.${method.toLowerCase()}('${address}', …)).`;
  }

  /** Whose the address is, if the APIs are at this base URL. */
  #apiAt(address: string, baseUrl: string | undefined): Api | undefined {
    return this.#mock
      .apis()
      .find(({ prefixes }) => pathsBelow(prefixes).some((path) => urlPattern(baseUrl, path).test(address)));
  }
}

import { HttpHandler } from 'msw';

type RunHandler = HttpHandler['run'];
type ParseRequest = HttpHandler['parse'];

/**
 * The handler of a route. MSW tries one handler after another, and each parses the URL and all cookies before it checks
 * whether the request matches. With a hundred routes, that takes longer than everything else, so this one checks first.
 */
export class MswRouteHandler extends HttpHandler {
  readonly #url: RegExp;

  /** Handles every method if `method` is ALL. MSW prints method and path in its messages, and users select handlers by them. */
  constructor(method: string, path: string, url: RegExp, resolver: ConstructorParameters<typeof HttpHandler>[2]) {
    super(method === 'ALL' ? /.+/ : method, url, resolver);
    this.#url = url;
    this.info.header = `${method} ${path}`;
  }

  override async run(args: Parameters<RunHandler>[0]): ReturnType<RunHandler> {
    return matchesUrl(this.#url, args.request.url) ? super.run(args) : null;
  }

  override async parse(args: Parameters<ParseRequest>[0]): ReturnType<ParseRequest> {
    const parsed = await super.parse(args);
    return { ...parsed, match: { ...parsed.match, matches: matchesUrl(this.#url, args.request.url) } };
  }
}

/** Whether a pattern matches the URL of a request. */
export function matchesUrl(pattern: RegExp, url: string): boolean {
  const [target = ''] = url.split(/[?#]/, 1);
  return pattern.test(target) || (target.includes('%') && pattern.test(withoutNeedlessCodes(target)));
}

/** A URL in which no character is encoded that need not be, such as `%62` for `b`: it means the same. */
function withoutNeedlessCodes(url: string): string {
  return url.replace(/%[2-7][\da-f]/gi, (code) => {
    const character = decodeURIComponent(code);
    return /[\w.~-]/.test(character) ? character : code;
  });
}

import { HttpHandler } from 'msw';

type RunHandler = HttpHandler['run'];

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
    const [url = ''] = args.request.url.split(/[?#]/, 1);
    return this.#url.test(url) ? super.run(args) : null;
  }
}

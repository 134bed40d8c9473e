// Which requests of a page belong to the three APIs.
import { literalSource } from '../../src/foundation/literal-source.js';
import type { Mock } from '../../src/index.js';

/** The control API. The project's own console is an application that calls nothing else. */
const CONTROL = '/__mock';

export class ApiAddresses {
  /** Matches the address of a request to an API, and has its path below the base URL as the last group. */
  readonly pattern: string;

  /** `base` is where the APIs are. Without one, they are wherever their paths are seen. */
  constructor(mock: Mock, base: string | undefined) {
    const prefixes = mock.apis().flatMap((api) => api.prefixes.filter((prefix) => prefix !== ''));
    const below = `(?:${[...prefixes, CONTROL].map(literalSource).join('|')})(?:[/?]|$).*`;
    const start =
      base === undefined ? '^[a-z]+:\\/\\/[^/?]+(?:\\/[^?]*?)??' : `^${literalSource(base.replace(/\/+$/, ''))}`;
    this.pattern = `${start}(${below})`;
  }

  /** The path and the query of a request to an API; undefined for every other address. */
  pathOf(url: string): string | undefined {
    return new RegExp(this.pattern, 's').exec(url)?.[1];
  }
}

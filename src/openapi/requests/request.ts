import type { Row, Tables } from '../../model/tables.js';

/** What is sent to a route by way of example. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The state that examples are taken from, and the user who calls. */
export interface Given {
  readonly scenario: string;
  readonly tables: Tables;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly user: Row<'user'>;
}

/** Finds the example of a route in a state; undefined where the state has nothing to make it of. */
type Find = (given: Given) => ExampleRequest | undefined;

/** Examples by method and path: `GET /public-api/v1/brief/:brief_slug`. */
export type ExampleRequests = Readonly<Record<string, Find>>;

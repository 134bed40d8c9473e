import type { Row, Tables } from '../../model/tables.js';

/** An example request. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The state that an example shows, and the calling user. */
export interface Given {
  readonly scenario: string;
  readonly tables: Tables;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly user: Row<'user'>;
}

/** Finds an example request; undefined if the state has no records for it. */
type Find = (given: Given) => ExampleRequest | undefined;

/** Examples by method and path: `GET /public-api/v1/brief/:brief_slug`. */
export type ExampleRequests = Readonly<Record<string, Find>>;

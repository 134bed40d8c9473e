import type { Row, Tables } from '../model/tables.js';

/** An example request of a route, for OpenAPI documents. */
export interface ExampleRequest {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The state that an example shows, and the calling user. */
export interface ExampleState {
  readonly scenario: string;
  readonly tables: Tables;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly user: Row<'user'>;
  /** The name of the first chapter of the scenario, if it has any. */
  readonly chapter: string | undefined;
}

/** Finds an example request; undefined if the state has no records for it, or if there is none. */
export type FindExample = (state: ExampleState) => ExampleRequest | undefined;

import type { ClockReading } from '../foundation/clock.js';
import { about, MockError } from '../foundation/mock-error.js';
import { randomFor } from '../foundation/random.js';
import { forEachTable, type TableName } from '../model/tables.js';
import { Collection, type Data } from '../state/collection.js';
import type { Database } from '../state/mswjs-database.js';
import { emptyImage, type Image, State } from '../state/state.js';
import { makeOf } from './factories.js';
import type { Scenario, ScenarioContext } from './scenario.js';

/** The verbs of every table of a state. */
export function dataOf(state: State): Data {
  return forEachTable((name) => new Collection<TableName>(state, name)) as unknown as Data;
}

/**
 * Builds a scenario's state from nothing: its records, then an access token for every user (P1).
 * @throws MockError where the scenario makes a record that breaks a constraint, or a persona has no user.
 */
export function seedImage(database: Database, scenario: Scenario, seed: number, clock: ClockReading): Image {
  // Records are made at the scenario's time, also where its clock is to run afterwards.
  const state = new State(database, emptyImage(scenario.name, seed, { ...clock, frozen: true }));
  const data = dataOf(state);
  const random = (table: string, key: string | number) => randomFor(seed, table, key);
  const context = { data, make: makeOf(state, data), now: new Date(clock.now), seed, random };
  try {
    makeRecords(scenario, context);
    issueTokens(state, scenario);
  } catch (error) {
    throw about(`Scenario ${scenario.name}`, error);
  }
  return { ...state.capture(), clock };
}

function makeRecords(scenario: Scenario, context: ScenarioContext): void {
  const made: unknown = scenario.seed(context);
  if (typeof (made as PromiseLike<unknown> | undefined)?.then !== 'function') return;
  // Nobody waits for it, or hears of its end.
  Promise.resolve(made).catch(() => {});
  throw new MockError('malformed_data', 'seed is asynchronous, and what it makes later would be lost');
}

function issueTokens({ tables }: State, { personas }: Scenario): void {
  for (const { key, email, token } of personas) {
    const user = tables.user.find({ email });
    if (user === undefined) throw new MockError('not_found', `persona ${key} has no user ${email}`);
    const { email: owner } = tables.access_token.get(token) ?? tables.access_token.insert({ token, email });
    if (owner !== user.email) throw new MockError('conflict', `the token ${token} of persona ${key} is ${owner}'s`);
  }
  const served = new Set(tables.access_token.all().map(({ email }) => email));
  for (const { email } of tables.user.all()) if (!served.has(email)) tables.access_token.insert({ email });
}

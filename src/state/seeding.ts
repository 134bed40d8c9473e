import type { ClockReading } from './clock.js';
import { Collection, type Data } from './data.js';
import type { Database } from './database.js';
import { about, MockError } from './errors.js';
import { makeOf } from './make.js';
import { type TableName, tableNames } from './models.js';
import { randomFor } from './random.js';
import type { Scenario } from './scenario.js';
import { emptyImage, type Image, State } from './state.js';

/** The verbs of every table of a state. */
export function dataOf(state: State): Data {
  return Object.fromEntries(
    tableNames.map((name) => [name, new Collection<TableName>(state, name)]),
  ) as unknown as Data;
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
  const made: unknown = ofScenario(scenario, () => scenario.seed(context));
  if (typeof (made as PromiseLike<unknown> | undefined)?.then === 'function') {
    // Nobody waits for it, or hears of its end.
    Promise.resolve(made).catch(() => {});
    const message = 'seed is asynchronous, and what it makes later would be lost';
    throw new MockError('malformed_data', `Scenario ${scenario.name}: ${message}`);
  }
  issueTokens(state, scenario);
  return { ...state.capture(), clock };
}

/** What a scenario's own code answers; a refusal tells whose it is. */
function ofScenario<Result>({ name }: Scenario, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw about(`Scenario ${name}`, error);
  }
}

function issueTokens({ tables }: State, { name, personas }: Scenario): void {
  for (const { key, email, token } of personas) {
    if (!tables.user.has({ email })) {
      throw new MockError('not_found', `Scenario ${name}: persona ${key} has no user ${email}`);
    }
    if (tables.access_token.get(token) === undefined) tables.access_token.insert({ token, email });
  }
  const served = new Set(tables.access_token.all().map(({ email }) => email));
  for (const { email } of tables.user.all()) if (!served.has(email)) tables.access_token.insert({ email });
}

import type { ClockReading } from '../foundation/clock.js';
import { expectSynchronous } from '../foundation/expect-synchronous.js';
import { formatTexts, formatValue } from '../foundation/format-value.js';
import { MockError, malformed, notFound, prefixing } from '../foundation/mock-error.js';
import { randomsOf } from '../foundation/random.js';
import { thrownText } from '../foundation/thrown-text.js';
import { schemas } from '../model/table-schema.js';
import { tableNames } from '../model/tables.js';
import { collectionsOf } from '../state/collection.js';
import { loadRecords } from '../state/load-records.js';
import type { RecordsByTable } from '../state/load-rows.js';
import { emptyImage, type Image, State } from '../state/state.js';
import type { Chapter } from './chapter.js';
import { factoriesOf } from './factories.js';
import { invalidPart } from './invalid-part.js';
import { preparedImage } from './prepared-image.js';
import { preparedStateOf } from './prepared-state.js';
import type { Scenario } from './scenario.js';
import type { ScenarioContext } from './scenario-context.js';

/**
 * Builds the state of a scenario: its records, then an access token for every user (P1). A prepared state is loaded instead.
 * @throws MockError if the scenario creates an invalid record, or a persona has no user.
 */
export function seedScenario(scenario: Scenario, seed: number, clock: ClockReading): Image {
  const prepared = preparedStateOf(scenario, seed, clock);
  if (prepared !== undefined) return preparedImage(scenario.name, prepared);
  const { name, personas } = scenario;
  return changed(emptyImage(name, seed, clock), { seed: scenario.seed }, `Scenario ${name}`, personas);
}

/**
 * The state of a chapter: that of the scenario, at the chapter's time, after its `prepare`.
 * @throws MockError if `prepare` creates an invalid record
 */
export function prepareChapter(start: Image, scenario: Scenario, { title, prepare }: Chapter): Image {
  if (prepare === undefined) return start;
  // The personas already have their tokens, and `prepare` may take them away.
  return changed(start, { prepare }, `Scenario ${scenario.name}: chapter ${title}`, []);
}

type Create = Readonly<Record<string, Scenario['seed']>>;

/** An image after a function has created records, and every user has a token; each of `personas` gets that of its own. */
function changed(start: Image, create: Create, place: string, personas: Scenario['personas']): Image {
  const { seed, clock } = start;
  // The clock is frozen while the records are created, even if it runs afterwards.
  const state = new State({ ...start, clock: { ...clock, frozen: true } });
  const data = collectionsOf(state);
  const make = factoriesOf(state);
  const now = new Date(clock.now);
  const load = (tables: RecordsByTable) => loadRecords(state, tables);
  const context = { data, make, load, now, clockRuns: !clock.frozen, seed, random: checkedRandoms(seed) };
  prefixing(place, () => {
    for (const [name, one] of Object.entries(create)) {
      const result = naming(`${place}: ${name}`, () => one(context));
      expectSynchronous(result, `${name} must be synchronous: records that it creates later would be lost`);
    }
    issueTokens(state, personas);
  });
  return { ...state.capture(), clock };
}

/** Any other error than that of the mock says where it is from as well: the command line shows nothing but its message. */
function naming<Result>(place: string, run: () => Result): Result {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof MockError) throw thrown;
    throw new Error(`${place} failed: ${thrownText(thrown)}`, { cause: thrown });
  }
}

/** Otherwise, a misspelt table or a forgotten key would give the same numbers for all records. */
function checkedRandoms(seed: number): ScenarioContext['random'] {
  const random = randomsOf(seed);
  return (table, key) => {
    if (!Object.hasOwn(schemas, table)) {
      throw malformed(`random: there is no table ${formatValue(table)}; the tables are ${formatTexts(tableNames)}`);
    }
    if (typeof key !== 'string' && typeof key !== 'number') invalidPart('random', 'key', 'a text or a number', key);
    return random(table, key);
  };
}

function issueTokens({ tables }: State, personas: Scenario['personas']): void {
  for (const { key, email, token } of personas) {
    const user = tables.user.find({ email });
    if (user === undefined) throw notFound(`there is no user ${email} for the persona ${key}; create one in seed`);
    const insert = () => tables.access_token.insert({ token, email });
    const issued = tables.access_token.get(token) ?? prefixing(`persona ${key}: access_token`, insert);
    if (issued.email !== user.email) {
      throw new MockError('conflict', `the token ${token} of the persona ${key} already belongs to ${issued.email}`);
    }
  }
  const withToken = new Set(tables.access_token.all().map(({ email }) => email));
  for (const { email } of tables.user.all()) if (!withToken.has(email)) tables.access_token.insert({ email });
}

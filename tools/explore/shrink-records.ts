// Finds the few records of a scenario that a plan needs.
import { MockError } from '../../src/foundation/mock-error.js';
import type { Mock } from '../../src/index.js';
import { keyColumnOf } from './others.js';
import { rehearsals, type WholePlan } from './rehearse.js';
import { type ScenarioRecord, ScenarioRecords, withTargets } from './scenario-records.js';
import { withoutParts } from './shrink.js';
import { bare, type SmallScenario, smallScenarioOf, startFrom, terse } from './small-scenario.js';
import type { PlanStep } from './step.js';

/** A plan that starts from a few records. */
export interface SmallPlan {
  readonly start: SmallScenario;
  readonly steps: readonly PlanStep[];
}

/** Whether the steps lead to the finding if they start from a mock. */
type LeadsFrom = (mock: Mock, steps: readonly PlanStep[]) => Promise<boolean>;

/** Resolves with the records if they do. */
type LeadsWith = (records: readonly ScenarioRecord[]) => Promise<readonly ScenarioRecord[] | undefined>;

/** How many times a plan is tried with fewer records. */
const TRIES = 24;
/** How many records a plan may list. With more, its scenario says it better. */
const MOST = 12;
/** The number of records from which on a scenario is left as it is. */
const MANY = 20_000;

/**
 * The smallest scenario in which the plan leads to the same. Undefined if it is not small. The mock alone tells most of it; where it
 * cannot, a page is tried.
 */
export async function shrinkRecords(mock: Mock, whole: WholePlan, leads: LeadsFrom): Promise<SmallPlan | undefined> {
  const known = new ScenarioRecords(mock);
  if (known.all.length > MANY) return undefined;
  let left = TRIES;
  const tried = new Set<string>();
  const attempt = async (make: () => SmallPlan): Promise<SmallPlan | undefined> => {
    if (left === 0) return undefined;
    const small = startedFrom(mock, make, whole.email);
    if (small === undefined) return undefined;
    const text = JSON.stringify(small.plan);
    if (tried.has(text)) return undefined;
    tried.add(text);
    left -= 1;
    return (await leads(small.mock, small.plan.steps)) ? small.plan : undefined;
  };
  const texts = textsOf(whole);
  const words = wordsOf(whole);
  const about = known.around((record) => record.texts.some((text) => texts.has(text)) || isActedOn(record, whole));
  const named = withTargets(namedIn(about, whole));
  const names = about.flatMap((record) => record.texts).filter((text) => words.includes(text));
  const rehearse = rehearsals(mock, whole, names);
  const isRehearsed = (await rehearse(about)) === 'alike';
  const planOf = (records: readonly ScenarioRecord[], isBare: boolean) => {
    const small = smallScenarioOf(mock, records, whole.steps);
    return isBare ? { ...small, start: bare(mock, small.start, (text) => words.includes(text)) } : small;
  };
  const leading =
    (isBare: boolean): LeadsWith =>
    async (records) => {
      if (isRehearsed && (await rehearse(records)) === 'refused') return undefined;
      const plan = await attempt(() => planOf(records, isBare));
      return plan && records;
    };
  const persona = known.all.filter(({ table, row }) => table === 'user' && row.email === whole.email);
  const needed = isRehearsed ? await neededIn(named, about, rehearse) : named;
  // Most often, few columns do as well. It is tried first, so that no plan is tried both with and without the others.
  const bareStart = (await leading(true)(persona)) ?? (await leading(true)(needed));
  const isBare = bareStart !== undefined;
  const leadsWith = leading(isBare);
  const start = bareStart ?? (await leadsWith(needed)) ?? (await leadsWith(named)) ?? (await leadsWith(about));
  if (start === undefined) return undefined;
  const records = await reduced(start, leadsWith);
  if (records.length > MOST) return undefined;
  const { start: from, steps } = (await attempt(() => planOf(records, true))) ?? planOf(records, isBare);
  return { start: terse(mock, from), steps };
}

/** The records without which the mock would answer otherwise. */
async function neededIn(
  named: readonly ScenarioRecord[],
  about: readonly ScenarioRecord[],
  rehearse: ReturnType<typeof rehearsals>,
): Promise<readonly ScenarioRecord[]> {
  const isAlike: LeadsWith = async (records) => ((await rehearse(records)) === 'alike' ? records : undefined);
  return reduced((await isAlike(named)) ?? about, isAlike);
}

/** As few of the records as do. */
async function reduced(records: readonly ScenarioRecord[], leadsWith: LeadsWith): Promise<readonly ScenarioRecord[]> {
  const ofTables = await withoutTables(records, leadsWith);
  const unlike = (await leadsWith(oneOfEach(ofTables))) ?? ofTables;
  return withoutParts(unlike, (some) => leadsWith(withTargets(some)));
}

/** Undefined if some of the records cannot be without others, or the plan without its persona. */
function startedFrom(
  mock: Mock,
  make: () => SmallPlan,
  email: string | undefined,
): { mock: Mock; plan: SmallPlan } | undefined {
  try {
    const plan = make();
    const small = startFrom(mock, plan.start);
    if (email !== undefined) small.tokenFor(email);
    return { mock: small, plan };
  } catch (error) {
    if (error instanceof MockError) return undefined;
    throw error;
  }
}

/** The first of the records of a table that refer to the same. */
function oneOfEach(records: readonly ScenarioRecord[]): ScenarioRecord[] {
  const known = new Set<string>();
  const numbers = new Map(records.map((record, i) => [record, i]));
  return withTargets(
    records.filter(({ table, targets }) => {
      if (targets.length === 0) return true;
      const kind = `${table} ${targets.map(({ record }) => numbers.get(record)).join(' ')}`;
      const isNew = !known.has(kind);
      known.add(kind);
      return isNew;
    }),
  );
}

async function withoutTables(
  records: readonly ScenarioRecord[],
  leadsWith: LeadsWith,
): Promise<readonly ScenarioRecord[]> {
  let smallest = records;
  const tables = [...new Set(records.map(({ table }) => table))];
  await withoutParts(tables, async (some) => {
    const found = await leadsWith(withTargets(records.filter(({ table }) => some.includes(table))));
    if (found === undefined) return undefined;
    smallest = found;
    return some;
  });
  return smallest;
}

/** What a run was about: the texts of its steps, requests and answers. */
function textsOf({ steps, calls, email }: WholePlan): ReadonlySet<string> {
  const texts = new Set<string>(email === undefined ? [] : [email]);
  const add = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) add(part);
  };
  add(steps);
  for (const { path, body, answer } of calls) {
    for (const part of path.split(/[/?&=]/)) texts.add(decoded(part));
    add(parsed(body));
    add(parsed(answer?.body));
  }
  return texts;
}

function parsed(json: string | null | undefined): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return undefined; // cut off, or no JSON
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether somebody else changes the record in one of the steps. */
function isActedOn({ table, row }: ScenarioRecord, { steps }: WholePlan): boolean {
  return steps.some(
    (step) => step.do === 'other' && step.act.table === table && step.act.key === row[keyColumnOf(table)],
  );
}

/** What a reader of the plan sees. */
function wordsOf({ steps, sentence, email = '' }: WholePlan): string {
  return `${JSON.stringify(steps)} ${sentence} ${email}`;
}

/** The records that the plan names, and all of the tables of which it names none. */
function namedIn(records: readonly ScenarioRecord[], whole: WholePlan): ScenarioRecord[] {
  const words = wordsOf(whole);
  const isNamed = (record: ScenarioRecord) =>
    record.texts.some((text) => words.includes(text)) || isActedOn(record, whole);
  const tables = new Set(records.filter(isNamed).map(({ table }) => table));
  return records.filter((record) => isNamed(record) || !tables.has(record.table));
}

import { countOf } from '../../src/foundation/count-of.js';
import type { Persona } from '../../src/index.js';
import { keptWords } from '../../src/model/column-classes.js';
import { type StoredRow, schemas } from '../../src/model/table-schema.js';
import { tableNames } from '../../src/model/tables.js';
import { assemble, noteCoverage, type SeenTables } from './assemble.js';
import type { CapturedTables } from './captured.js';
import { collect } from './collect.js';
import { findOriginals, searchFor } from './find-originals.js';
import { fitToMock } from './fit-to-mock.js';
import { idOf, keyAfter } from './hash.js';
import { Knowledge } from './knowledge.js';
import { classOf } from './originals.js';
import { byKind, type CapturedPerson, describeKind, peopleIn } from './people.js';
import { shiftedDay } from './pseudonyms.js';
import { type Kept, keptIn, replacePeople, withoutDomains } from './replace.js';
import { type CaptureReport, reportOf } from './report.js';
import { paths } from './routes.js';
import { choosePeople, keepPeople, mergeSmallKinds } from './sample.js';
import { dataText, type ScenarioFileOptions, scenarioText } from './scenario-file.js';
import type { Get, SeenAnswer } from './seen-answer.js';

/** Where the answers come from: a server that is asked, or a recording. */
export type CaptureSource =
  | { readonly get: Get; readonly readers: readonly string[]; readonly requestFrom: string }
  | {
      readonly answers: readonly SeenAnswer[];
      /** The number of recorded requests that write. */
      readonly writes: number;
    };

export interface CaptureOptions {
  /** The server or recording, for the report. */
  readonly target: string;
  readonly source: CaptureSource;
  /** The secret that pseudonyms follow from. */
  readonly key: Uint8Array;
  /** How many people to capture. */
  readonly users: number;
  /** Columns that are not replaced, each as `table.column`. */
  readonly keep: readonly string[];
  /** The least number of people of a kind. */
  readonly atLeast: number;
  /** The files to write. */
  readonly files: Pick<ScenarioFileOptions, 'name' | 'dataModule' | 'isTypeScript'>;
  /** Replaces people; tests may leave them. */
  readonly replace?: typeof replacePeople | undefined;
}

/** The result of a capture. Nothing of it may be written if an original was found. */
export interface Capture {
  readonly scenario: string;
  readonly data: string;
  readonly report: CaptureReport;
  /** Where originals were found in the result, such as `user.lname`. */
  readonly found: readonly string[];
}

/** How many keys are used before what is found counts as not replaced. */
const MOST_ATTEMPTS = 3;

/** Makes a scenario of what a target shows, without its people. Undefined if it shows nothing. */
export async function capture(options: CaptureOptions): Promise<Capture | undefined> {
  const { key, users, atLeast, target } = options;
  const known = await learn(options);
  if (known.isEmpty) return undefined;
  const assembled = assemble(known, (slug) => idOf(key, slug));
  noteCoverage(known, assembled.tables);
  const readers = [...known.readers.keys()];
  // Of anybody else, no answer has shown all entitlements.
  const people = peopleIn(assembled.tables).filter(({ user }) => known.asked?.has(String(user.email)) ?? true);
  const chosen = choosePeople(people, { key, users, readers });
  const sampled = keepPeople(assembled.tables, chosen);
  const fitting = fitToMock(sampled, known.records, clockOf(sampled, 0));
  const merged = mergeSmallKinds(fitting, atLeast);
  const written = replaced(merged.tables, options);
  const report = reportOf({
    target,
    known,
    assembled: assembled.tables,
    written: written.tables,
    people: peopleIn(merged.tables),
    notes: [
      ...beyond(users, chosen.length),
      ...refusals(known),
      ...unfinishedLists(known),
      ...malformedLists(known),
      ...ignoredWrites(options.source),
      ...unnamedFields(known),
      ...assembled.notes,
      ...merged.notes,
    ],
  });
  return { ...written, report };
}

async function learn({ source, key, users }: CaptureOptions): Promise<Knowledge> {
  if ('get' in source) {
    const { readers } = source;
    const choose = (known: Knowledge) => {
      const { tables } = assemble(known, (slug) => idOf(key, slug));
      return choosePeople(peopleIn(tables), { key, users, readers }).map(({ user }) => String(user.email));
    };
    return collect({ ...source, choose });
  }
  const known = new Knowledge();
  for (const answer of source.answers) known.learn(answer);
  return known;
}

function beyond(users: number, chosen: number): string[] {
  if (chosen <= users) return [];
  return [`chosen ${chosen} people in place of ${users}, because each reader with a token and each kind is captured`];
}

function ignoredWrites(source: CaptureSource): string[] {
  const writes = 'writes' in source ? source.writes : 0;
  const count = countOf(writes, 'recorded write is', 'recorded writes are');
  return writes === 0 ? [] : [`${count} ignored; changes are captured as far as later reads show them`];
}

function unnamedFields({ records }: Knowledge): string[] {
  const { size } = records.unnamedFields;
  if (size === 0) return [];
  return [`left out ${countOf(size, 'field', 'fields')} that the mock does not have, with a name that may be a value`];
}

function refusals({ refused }: Knowledge): string[] {
  const byStatus = new Map<number, string[]>();
  for (const [path, status] of [...refused].sort()) byStatus.set(status, [...(byStatus.get(status) ?? []), path]);
  return [...byStatus].map(([status, paths]) => `not shown, but answered with ${status}: ${paths.join(', ')}`);
}

/** Lists in pages are not followed: the specifications do not have them. */
function unfinishedLists({ unfinished, entitled, entitlements }: Knowledge): string[] {
  const isPart = ([email, total]: [string, number]) => (entitled.get(email)?.size ?? 0) < total;
  const all = [...unfinished, ...([...entitlements].some(isPart) ? [paths.entitlements] : [])].sort();
  return all.length === 0 ? [] : [`shown in part, because the list says that it goes on: ${all.join(', ')}`];
}

function malformedLists({ malformed }: Knowledge): string[] {
  if (malformed.size === 0) return [];
  return [`shown in part, because data has something else than records: ${[...malformed].sort().join(', ')}`];
}

/**
 * Replaces people, and searches the result for them. A pseudonym may be an original by chance; then another key is used, which
 * follows from the first. An original that was not replaced is there with any key.
 */
function replaced(tables: SeenTables, options: CaptureOptions) {
  for (let attempt = 1, { key } = options; ; attempt++, key = keyAfter(key)) {
    const result = replacedWith(tables, { ...options, key });
    if (result.found.length === 0 || attempt === MOST_ATTEMPTS) return result;
  }
}

function replacedWith(tables: SeenTables, { key, keep, files, replace = replacePeople }: CaptureOptions) {
  const personas = personasOf(peopleIn(tables));
  const result = replace(tables, { key, keep });
  const clock = clockOf(tables, result.shiftedDays);
  const optionsFor = (shown: CapturedTables): ScenarioFileOptions => {
    const emails = new Map((shown.user ?? []).map(({ id, email = '' }) => [id, String(email)]));
    const named = personas.map(({ user, key, ...persona }) => ({ key, email: emails.get(user.id) ?? '', ...persona }));
    return { ...files, clock, personas: named, tables: shown };
  };
  const options = optionsFor(result.tables);
  const searched = optionsFor(withoutKept(result.tables, keptIn(tables, keep)));
  const own = ownWords(result.originals, searched);
  const others = result.originals.filter((original) => !own.has(original));
  const isLeft = findOriginals(scenarioText(searched) + dataText(searched), others).length > 0;
  const places = placesOf(searched.tables, isLeft ? result.originals : [...own]);
  return {
    scenario: scenarioText(options),
    data: dataText(options),
    tables: result.tables,
    found: isLeft && places.length === 0 ? ['the files'] : places,
  };
}

/** What is searched for originals. The user wants to keep a kept text as it is, also if it has a word of another column. */
function withoutKept(tables: CapturedTables, kept: Kept): CapturedTables {
  const rowWithoutKept = (table: string, row: StoredRow) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([column, value]) => !kept.has(table, column, value))
        .map(([column, value]) => [column, withoutDomains(classOf(table, column), value, kept)]),
    );
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [table, rows.map((row) => rowWithoutKept(table, row))]),
  );
}

/** The originals that the files contain whatever was captured: names of tables and columns, kinds and statuses. */
function ownWords(originals: readonly string[], options: ScenarioFileOptions): ReadonlySet<string> {
  const personas = options.personas.map((persona) => ({ ...persona, email: '' }));
  const kinds = tableNames.flatMap((name) =>
    schemas[name].columns.flatMap((column) => {
      const kinds = (options.tables[name] ?? []).filter((row) => isKind(name, column, row[column]));
      return [name, column, ...kinds.map((row) => String(row[column]))];
    }),
  );
  const texts = [scenarioText({ ...options, personas }), dataText({ ...options, tables: {} }), ...new Set(kinds)];
  return new Set(findOriginals(texts.join('\n'), originals).map(({ original }) => originals[original] as string));
}

/** Whether a value is a text that programs compare, and therefore stays. */
function isKind(table: string, column: string, value: unknown): boolean {
  const kind = classOf(table, column);
  return kind === 'kind' || (kind === 'word' && keptWords.has(value));
}

/** The people to log in as: of each kind, the one with the lowest id. */
function personasOf(people: readonly CapturedPerson[]): (Omit<Persona, 'email'> & Pick<CapturedPerson, 'user'>)[] {
  return [...byKind(people)].map(([key, [first]]) => {
    const { user, kind } = first as CapturedPerson;
    return { key, user, token: `${key}-token`, description: describeKind(kind) };
  });
}

/** Noon of the last day that the records name, so that the files change only if the target does. */
function clockOf(tables: SeenTables, shiftedDays: number): string {
  // No answer may have shown the day of a document.
  const days = tables.brief_document
    .flatMap(({ date }) => (Number.isNaN(Date.parse(`${date}`)) ? [] : `${date}`))
    .sort();
  return `${shiftedDay(days.at(-1) ?? '2026-01-01', shiftedDays)}T12:00:00Z`;
}

/** The columns whose values contain one of these originals. */
function placesOf(tables: CapturedTables, originals: readonly string[]): string[] {
  if (originals.length === 0) return [];
  const search = searchFor(originals);
  return Object.entries(tables).flatMap(([table, rows]) =>
    [...new Set(rows.flatMap((row) => Object.keys(row)))]
      .filter((column) => {
        const others = rows.filter((row) => !isKind(table, column, row[column]));
        const values = others.map((row) => JSON.stringify(row[column])).join('\n');
        return search(values).length > 0;
      })
      .map((column) => `${table}.${column}`),
  );
}

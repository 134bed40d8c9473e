import type { ClockReading } from '../foundation/clock.js';
import { deepFreeze } from '../foundation/deep-freeze.js';
import { SNAPSHOT_FORMAT } from '../foundation/file-formats.js';
import { atOnce, type Steps, stepsInSlices } from '../foundation/in-slices.js';
import { jsonParts, LongText } from '../foundation/json-parts.js';
import { once } from '../foundation/once.js';
import { createSha256 } from '../foundation/sha256.js';
import { schemas } from '../model/table-schema.js';
import { forEachTable, type Row, type TableName } from '../model/tables.js';
import { copyRow } from './collection.js';
import type { Counters } from './records.js';
import { lastLines, linesOf, type SnapshotPart, snapshotParts } from './snapshot-parts.js';
import type { Image } from './state.js';

/** The size limit of a snapshot in bytes; one with 100,000 users has about 60 million. */
export const SNAPSHOT_LIMIT = 256 * 1024 * 1024;

/**
 * The version of the format. Changes of tables and columns need no new version, see upgrade-snapshot.ts; any other change
 * does. A file of each released version is in test/snapshots.
 *
 * - 1: the first version.
 */
export const VERSION = 1;

/**
 * A whole state as plain JSON: the result of `mock.snapshot()` and the content of a snapshot file.
 *
 * `tables` and `fingerprint` are computed on first access, so that taking a snapshot takes constant time;
 * `JSON.stringify` accesses them. A snapshot is frozen: to edit one, edit its JSON.
 */
export interface Snapshot {
  /** Tells a snapshot from other JSON. */
  readonly format: typeof SNAPSHOT_FORMAT;
  /** The version of the format, not of the package. */
  readonly version: typeof VERSION;
  /** The name of the scenario that the state was built from. */
  readonly scenario: string;
  /** The seed of all random values. */
  readonly seed: number;
  /** The mock's time and whether it is frozen. */
  readonly clock: ClockReading;
  /** The last generated id of each table: the number of records ever created in it. */
  readonly counters: Counters;
  /** The records of each table in ascending order of the key. */
  readonly tables: { readonly [Name in TableName]: readonly Row<Name>[] };
  /** SHA-256, in hexadecimal, of the JSON of everything before it. */
  readonly fingerprint: string;
}

/** A snapshot, or the JSON of one, such as an imported file. Its contents are checked when it is read. */
export type SnapshotJson = { readonly [Part in keyof Snapshot]: unknown };

/** Not that of another copy of the package, whose images this one cannot use: it reads the JSON. */
const imageKey: unique symbol = Symbol('image');

export function toSnapshot(image: Image): Snapshot {
  const { trees } = image.records;
  const head = deepFreeze(headOf(image));
  const rowsOf = (name: TableName) => trees[name].rows.valuesArray().map((row) => copyRow(schemas[name], row));
  const tables = once(() => deepFreeze(forEachTable(rowsOf)));
  const fingerprint = once(() => atOnce(fingerprintSteps(image)));
  const snapshot = Object.defineProperties(
    { ...head },
    {
      tables: { enumerable: true, get: tables },
      fingerprint: { enumerable: true, get: fingerprint },
      [imageKey]: { value: image },
    },
  );
  return Object.freeze(snapshot) as unknown as Snapshot;
}

/** The image from which a snapshot was created; undefined if it was not created in this process. */
export function imageOf(snapshot: unknown): Image | undefined {
  return (snapshot as { [imageKey]?: Image } | null | undefined)?.[imageKey];
}

/** What a snapshot contains before its tables. */
function headOf({ scenario, seed, clock, records }: Image) {
  return { format: SNAPSHOT_FORMAT, version: VERSION, scenario, seed, clock, counters: records.counters } as const;
}

function partsOf(image: Image): Generator<SnapshotPart> {
  return snapshotParts(headOf(image), image.records.trees);
}

/** A snapshot as JSON with a record per line, so that `diff` and git can show what has changed. */
export function textOf(snapshot: Snapshot): string {
  const image = imageOf(snapshot);
  if (image === undefined) return `${linesOf(snapshot)}\n`;
  let text = '';
  for (const { lines } of partsOf(image)) text += lines;
  return text + lastLines(snapshot.fingerprint);
}

/**
 * Like `textOf`, but in parts, between which other requests are answered.
 * @throws RangeError if the text is longer than a text can be
 */
export function textInSlices(snapshot: Snapshot): string | readonly string[] | Promise<readonly string[]> {
  const image = imageOf(snapshot);
  return image === undefined ? textOf(snapshot) : stepsInSlices(textSteps(image));
}

function* textSteps(image: Image): Steps<readonly string[]> {
  const text = new LongText();
  for (const piece of snapshotPieces(image, STEP_LENGTH)) {
    text.add(piece);
    yield;
  }
  return text.end();
}

/** The text of a snapshot in pieces of at least this many characters. Returns the fingerprint. */
export function* snapshotPieces(image: Image, length: number): Generator<string, string> {
  const hash = createSha256();
  let [json, text] = ['', ''];
  for (const part of partsOf(image)) {
    json += part.json;
    text += part.lines;
    if (text.length < length) continue;
    hash.add(json);
    yield text;
    [json, text] = ['', ''];
  }
  hash.add(json);
  const fingerprint = hash.end();
  yield text + lastLines(fingerprint);
  return fingerprint;
}

/** Computes the fingerprint of the contents of a snapshot. */
export function contentsFingerprintSteps(contents: object): Steps<string> {
  return hashSteps(jsonParts(contents), (json) => json);
}

export function fingerprintSteps(image: Image): Steps<string> {
  return hashSteps(partsOf(image), ({ json }) => json);
}

/** The number of characters that one step hashes: about a millisecond, and several while the code is not compiled. */
const STEP_LENGTH = 16 * 1024;

/** The SHA-256 of the JSON in parts, in hexadecimal. */
function* hashSteps<Part>(parts: Iterable<Part>, jsonOf: (part: Part) => string): Steps<string> {
  const hash = createSha256();
  let json = '';
  for (const part of parts) {
    json += jsonOf(part);
    if (json.length < STEP_LENGTH) continue;
    hash.add(json);
    json = '';
    yield;
  }
  hash.add(json);
  return hash.end();
}

import isEqual from 'fast-deep-equal';
import { formatValue } from '../../../src/foundation/format-value.js';
import { getOrInsert } from '../../../src/foundation/get-or-insert.js';
import { isPlainObject } from '../../../src/foundation/is-object.js';
import { parseJson } from '../../../src/foundation/parse-json.js';
import { foldCase, type ReferenceSchema, schemas } from '../../../src/model/table-schema.js';
import type { TableName } from '../../../src/model/tables.js';
import type { Behavior } from '../../../src/protocol/behavior.js';
import { hasMore } from '../../../src/protocol/has-more.js';
import type { ResourceRoute } from '../../../src/protocol/route.js';
import { isSuccess } from '../api.js';
import type { ApiRequest } from '../api-routes.js';
import type { Json } from '../case.js';
import { type Exchange, requestName } from './exchange.js';
import type { Deviation, Verdict } from './judgement.js';
import { KnownContent } from './known-content.js';

type RecordFields = Readonly<Record<string, unknown>>;

/** A record that answers have shown. */
interface KnownRecord {
  readonly fields: RecordFields;
  /** The request whose answer showed it last. */
  readonly by: string;
  /** The number of writes before that. */
  readonly writes: number;
}

/** The records of a table: those that exist, and those that were deleted, with the request that deleted them. */
interface KnownTable {
  readonly present: Map<number, KnownRecord>;
  readonly deleted: Map<number, string>;
}

/** What an answer shows of the records of a table. */
interface ShownRecords extends ResourceRoute {
  /** The last part of the path. */
  readonly id: number;
  readonly status: number;
  /** The records in the answer; undefined if it has none, or is a failure. */
  readonly shown: readonly RecordFields[] | undefined;
  /** Whether the answer does not say that its list goes on. */
  readonly isWhole: boolean;
  /** The request. */
  readonly by: string;
}

const inconclusive: Verdict = { isConclusive: false, problems: [] };

/**
 * The records of one server, as far as the answers have shown them. Compares each answer with what follows from the answers before
 * it: a list contains the records that exist, a deleted record is gone with all that refers to it, unique columns are unique.
 * Nothing is concluded from requests that ran at the same time as a write, and a write whose effect is unknown makes all
 * records unknown.
 */
export class KnownRecords {
  readonly #behavior: Behavior;
  readonly #content = new KnownContent();
  readonly #tables = new Map<TableName, KnownTable>();
  #writes = 0;

  constructor(behavior: Behavior) {
    this.#behavior = behavior;
  }

  /** Compares an answer, and then learns from it. Undefined if it contains no records of a table. */
  compare(exchange: Exchange, request: ApiRequest): Verdict | undefined {
    const { service, route, path, query, writes } = request;
    const { method, status, isConcurrent, isCached } = exchange;
    // The routes of this API write bookmarks only.
    if (service.name === 'public-api') return this.#content.compare(exchange, request);
    const { resource } = route ?? {};
    const hasUnknownEffect = isConcurrent || status === 0 || status >= 500 || resource === undefined;
    if (writes && hasUnknownEffect) {
      // A request that was rejected has changed nothing.
      if (status === 0 || status >= 500 || isSuccess({ status })) this.#forget();
      return resource && inconclusive;
    }
    if (resource === undefined || query !== '' || method === 'HEAD') return undefined;
    if (isConcurrent || isCached || status === 0) return inconclusive;
    const last = path.split('/').at(-1) ?? '';
    // X10: no other spelling is an id.
    const id = /^(0|[1-9]\d*)$/.test(last) ? Number(last) : Number.NaN;
    const body: Json = parseJson(exchange.body ?? '');
    const shown = isSuccess({ status }) ? recordsIn(body) : undefined;
    const isWhole = !hasMore({ body, link: exchange.link }, shown?.length ?? 0);
    const seen: ShownRecords = { ...resource, id, status, shown, isWhole, by: requestName(exchange, path) };
    const verdict = this.#check(seen);
    const kept = resource.does === 'update' ? this.#keptProblems(seen, exchange) : [];
    this.#learn(seen);
    return kept.length === 0 ? verdict : { isConclusive: true, problems: [...(verdict?.problems ?? []), ...kept] };
  }

  #check(seen: ShownRecords): Verdict | undefined {
    if (seen.does === 'list') return this.#checkList(seen);
    return seen.does === 'create' ? this.#checkUnique(seen) : this.#checkOne(seen);
  }

  #checkList({ table, shown, isWhole }: ShownRecords): Verdict {
    const { present, deleted } = this.#table(table);
    if (shown === undefined || present.size + deleted.size === 0) return inconclusive;
    const problems = shown.flatMap((fields, i): Deviation[] => {
      const by = deleted.get(fields.id as number);
      if (by !== undefined) return [goneProblem(`data[${i}]`, by)];
      return this.#fieldProblems(table, fields, `data[${i}]`);
    });
    if (!isWhole) return { isConclusive: true, problems };
    const ids = new Set(shown.map((fields) => fields.id));
    for (const [id, { fields, by }] of present) {
      if (ids.has(id) || this.#isHidden(fields)) continue;
      const detail = `: ${id} of ${by} is missing`;
      problems.push({ path: 'data', rule: 'must contain every record that exists', detail });
    }
    return { isConclusive: true, problems };
  }

  /** Undefined if no columns of the table must be unique. */
  #checkUnique({ table, shown }: ShownRecords): Verdict | undefined {
    const { present } = this.#table(table);
    const schema = schemas[table];
    const unique = schema.indexes.filter((index) => index.unique && !index.partial).map(({ columns }) => columns);
    if (unique.length === 0) return undefined;
    if (shown === undefined || present.size === 0) return inconclusive;
    const problems = shown.flatMap((created) =>
      unique.flatMap((columns): Deviation[] => {
        const equals = ({ fields }: KnownRecord) =>
          columns.every(
            (column) =>
              created[column] != null &&
              foldCase(schema, column, created[column]) === foldCase(schema, column, fields[column]),
          );
        const other = [...present].find(([id, known]) => id !== created.id && equals(known));
        if (other === undefined) return [];
        const same = `record with the same ${columns.join(' and ')}`;
        const detail = `, because ${other[1].by} shows a ${same}`;
        return [{ path: 'status', rule: `must be 409 for a second ${same}`, detail }];
      }),
    );
    return { isConclusive: true, problems };
  }

  #checkOne({ table, does, id, status, shown = [] }: ShownRecords): Verdict {
    const { present, deleted } = this.#table(table);
    const by = deleted.get(id);
    if (by !== undefined) {
      return { isConclusive: true, problems: isSuccess({ status }) ? [goneProblem('status', by)] : [] };
    }
    const known = present.get(id);
    if (known === undefined) return inconclusive;
    // PUT can get 404 because of a record that its body refers to.
    if (status === 404 && does !== 'update' && !(does === 'get' && this.#isHidden(known.fields))) {
      const rule = 'must not be 404 for a record that exists';
      return { isConclusive: true, problems: [{ path: 'status', rule, detail: `; see ${known.by}` }] };
    }
    const compared = does === 'get' ? shown : [];
    const problems = compared.flatMap((fields, i) => this.#fieldProblems(table, fields, `data[${i}]`));
    return { isConclusive: true, problems };
  }

  /** X8: PUT keeps the fields that its body leaves out, and does not change what refers to the same record as one of its fields. */
  #keptProblems({ table, id, shown = [] }: ShownRecords, { sent, method }: Exchange): Deviation[] {
    const known = this.#table(table).present.get(id);
    const body: Json = sent === undefined ? undefined : parseJson(sent);
    if (method !== 'PUT' || known === undefined || known.writes !== this.#writes) return [];
    if (!isPlainObject(body)) return [];
    const { columnSet, references } = schemas[table];
    const isFree = (column: string) =>
      references.every(
        ({ localColumns }) => !localColumns.includes(column) || !localColumns.some((one) => one in body),
      );
    return shown.flatMap((fields) =>
      Object.entries(known.fields)
        .filter(
          ([name, value]) =>
            columnSet.has(name) && isFree(name) && !isIn(body, name) && name in fields && !isEqual(value, fields[name]),
        )
        .map(([name, value]) => ({
          path: `data.${name}`,
          rule: 'must be kept, because the body of PUT leaves it out',
          detail: changeOf(value, fields[name], known),
        })),
    );
  }

  /** Compares the fields of a record, if nothing was written since it was shown. */
  #fieldProblems(table: TableName, fields: RecordFields, place: string): Deviation[] {
    const known = this.#table(table).present.get(fields.id as number);
    if (known === undefined || known.writes !== this.#writes) return [];
    return Object.entries(fields)
      .filter(([name, value]) => name in known.fields && !isEqual(value, known.fields[name]))
      .map(([name, value]) => ({
        path: `${place}.${name}`,
        rule: 'must be as it was shown before',
        detail: changeOf(known.fields[name], value, known),
      }));
  }

  /** D7: with the switch, deleted clients are hidden from GET. */
  #isHidden({ status }: RecordFields): boolean {
    return this.#behavior.hideDeleted && status === 'deleted';
  }

  #learn({ table, does, id, status, shown, isWhole, by }: ShownRecords): void {
    if (!isSuccess({ status })) {
      // A record that is gone was deleted by somebody else.
      if (status === 404) this.#table(table).present.delete(id);
      return;
    }
    if (does !== 'list' && does !== 'get') this.#writes++;
    if (does === 'delete') {
      this.#delete(table, id, by);
      return;
    }
    if (does === 'list' && shown !== undefined && isWhole) this.#table(table).present.clear();
    if (does === 'update') {
      const { present } = this.#table(table);
      this.#forgetReferences(table, { id, ...present.get(id)?.fields }, { id, ...shown?.[0] });
      // The new values are unknown, so the old ones must be forgotten.
      present.delete(id);
    }
    for (const fields of shown ?? []) this.#show({ table, does }, fields, by);
  }

  #show({ table, does }: ResourceRoute, fields: RecordFields, by: string): void {
    const { present, deleted } = this.#table(table);
    const id = fields.id as number;
    // A server may give the id of a deleted record to another one.
    if (does === 'create') deleted.delete(id);
    if (deleted.has(id)) return;
    present.set(id, { fields: { ...present.get(id)?.fields, ...fields }, by, writes: this.#writes });
  }

  /** Forgets how others refer to a record by values that have changed, such as an e-mail: theirs change with it. */
  #forgetReferences(table: TableName, before: RecordFields, after: RecordFields): void {
    for (const { from, reference } of schemas[table].referencedBy) {
      const changed = Object.entries(reference.columns)
        .filter(([, column]) => !(column in after) || !isEqual(before[column], after[column]))
        .map(([local]) => local);
      if (changed.length === 0) continue;
      const { present } = this.#table(from);
      for (const [other, known] of present) {
        if (refersTo(known.fields, reference, before) !== false) present.set(other, without(known, changed));
      }
    }
  }

  #delete(table: TableName, id: number, by: string): void {
    const { present, deleted } = this.#table(table);
    if (deleted.has(id)) return;
    const target = present.get(id)?.fields ?? { id };
    present.delete(id);
    deleted.set(id, by);
    for (const { from, reference } of schemas[table].referencedBy) {
      for (const [other, known] of this.#table(from).present) {
        const refers = refersTo(known.fields, reference, target);
        if (refers === false) continue;
        if (reference.onDelete === 'clear')
          this.#table(from).present.set(other, without(known, reference.localColumns));
        else if (refers) this.#delete(from, other, by);
        else this.#table(from).present.delete(other);
      }
      if (reference.onDelete === 'cascade') this.#forgetBelow(from);
    }
  }

  /** Forgets the records that refer to unknown records of a table: if those were deleted, the referring ones were too. */
  #forgetBelow(table: TableName): void {
    const targets = [...this.#table(table).present.values()];
    for (const { from, reference } of schemas[table].referencedBy) {
      if (reference.onDelete === 'clear') continue;
      for (const [id, { fields }] of this.#table(from).present) {
        const isSafe = targets.some((target) => refersTo(fields, reference, target.fields) === true);
        if (!isSafe) this.#table(from).present.delete(id);
      }
      this.#forgetBelow(from);
    }
  }

  #forget(): void {
    this.#writes++;
    for (const { present } of this.#tables.values()) present.clear();
  }

  #table(name: TableName): KnownTable {
    return getOrInsert(this.#tables, name, () => ({ present: new Map(), deleted: new Map() }));
  }
}

/** D11: the key of a value may have an apostrophe. */
function isIn(body: object, name: string): boolean {
  return name in body || `${name}'` in body;
}

/** Undefined if the fields that decide it are not known. */
function refersTo(fields: RecordFields, { columns, to }: ReferenceSchema, target: RecordFields): boolean | undefined {
  const known = Object.entries(columns).filter(([local, column]) => local in fields && column in target);
  if (known.length === 0) return undefined;
  return known.every(
    ([local, column]) => foldCase(schemas[to], column, fields[local]) === foldCase(schemas[to], column, target[column]),
  );
}

function without({ fields, ...known }: KnownRecord, columns: readonly string[]): KnownRecord {
  return { ...known, fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !columns.includes(name))) };
}

function changeOf(before: unknown, now: unknown, { by }: KnownRecord): string {
  return `, but is ${formatValue(now)}; it was ${formatValue(before)} in ${by}`;
}

function goneProblem(path: string, by: string): Deviation {
  return { path, rule: 'must be gone, because it was deleted', detail: `: ${by}` };
}

/** The records in an answer; undefined if it was not recorded, or contains something else. */
function recordsIn(body: Json): readonly RecordFields[] | undefined {
  const records: Json[] = [body?.data].flat();
  return records.every((record) => Number.isInteger(record?.id)) ? records : undefined;
}

// What somebody else does while the page is open: another tab, an editor, an administrator.
import type { Mock, TableName } from '../../src/index.js';
import { schemas } from '../../src/model/table-schema.js';

/** A change that does not come from the page. It is applied to the tables, so that it is the same in every run. */
export interface OtherAct {
  /** Such as `Bo removes a bookmark in another tab`. */
  readonly says: string;
  readonly table: TableName;
  /** The key of the record that changes. Absent if one is created. */
  readonly key?: string | number;
  /** The values of the new record, or the new values. Absent if the record is removed. */
  readonly values?: AnyValues;
}

/** The columns of a record of any table. */
export type AnyValues = Readonly<Record<string, unknown>>;

type AnyRecords = {
  create(values: object): AnyValues;
  findMany(query: object): AnyValues[];
  update(query: object): unknown;
  delete(query: object): unknown;
};

export const recordsOf = (mock: Mock, table: TableName) => mock.data[table] as unknown as AnyRecords;

export const keyColumnOf = (table: TableName) => schemas[table].key;

/** Applies the change. Returns whether it could be applied: the record may be gone. */
export function applyAct(mock: Mock, { table, key, values }: OtherAct): boolean {
  const records = recordsOf(mock, table);
  const where = { [keyColumnOf(table)]: { equals: key } };
  try {
    if (key === undefined) records.create({ ...values });
    else if (values === undefined) return records.delete({ where }) !== null;
    else return records.update({ where, data: values }) !== null;
    return true;
  } catch {
    return false;
  }
}

/** Creates a change, if there is a record for it. `pick` chooses one of several. */
type Maker = (mock: Mock, email: string, pick: <One>(from: readonly One[]) => One) => OtherAct | undefined;

const removal =
  (table: TableName, says: string, column: string): Maker =>
  (mock, email, pick) => {
    const own = recordsOf(mock, table).findMany({ where: { [column]: { equals: email } } });
    return own.length === 0 ? undefined : { says, table, key: pick(own)[keyColumnOf(table)] as string | number };
  };

const renaming =
  (table: TableName, says: string, column: string): Maker =>
  (mock, _email, pick) => {
    const all = recordsOf(mock, table).findMany({}).slice(0, 20);
    if (all.length === 0) return undefined;
    const one = pick(all);
    return { says, table, key: one[keyColumnOf(table)] as number, values: { [column]: `${one[column]} (new)` } };
  };

const bookmarkElsewhere: Maker = (mock, email, pick) => {
  const documents = mock.data.brief_document.findMany({});
  const briefs = new Map(mock.data.brief.findMany({}).map(({ id, slug }) => [id, slug]));
  const all = documents.filter(({ brief_id }) => briefs.has(brief_id)).slice(-10);
  if (all.length === 0) return undefined;
  const { gid, brief_id } = pick(all);
  const slug = briefs.get(brief_id) ?? '';
  const values = { email, brief_slug: slug, brief_gid: gid, url: `/${slug}/${gid}` };
  return { says: 'the same person saves an issue in another tab', table: 'bookmark', values };
};

const publication: Maker = (mock, _email, pick) => {
  const briefs = mock.data.brief.findMany({}).filter((brief) => brief.is_active);
  if (briefs.length === 0) return undefined;
  const { id, name } = pick(briefs);
  const date = new Date(mock.clock.now + 86_400_000).toISOString().slice(0, 10);
  const values = { gid: `explored-${id}`, brief_id: id, date };
  return { says: `an editor prepares an issue of ${name} for tomorrow`, table: 'brief_document', values };
};

/** The token of the person at the page ends. */
export const expiry = (mock: Mock, email: string): OtherAct | undefined => {
  const [token] = recordsOf(mock, 'access_token').findMany({ where: { email: { equals: email } } });
  if (token === undefined) return undefined;
  // Long ago, so that it has expired however early a shrunk plan does this.
  const expires_at = 1;
  return { says: 'the token expires', table: 'access_token', key: token.token as string, values: { expires_at } };
};

export const makers: readonly Maker[] = [
  expiry,
  expiry,
  removal('bookmark', 'the same person removes a bookmark in another tab', 'email'),
  bookmarkElsewhere,
  removal('brief_entitlement', 'an administrator takes away the right to read a brief', 'email'),
  publication,
  renaming('client', 'an administrator renames a client', 'display_name'),
  renaming('package', 'an administrator renames a package', 'display_name'),
  renaming('user', 'an administrator renames a person', 'fname'),
];

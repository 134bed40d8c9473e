import { schemas } from '../../src/model/table-schema.js';
import type { TableName } from '../../src/model/tables.js';
import type { ApiName } from '../../src/protocol/service.js';
import { services } from '../../src/services/index.js';

/** A kind of records that are listed with GET and removed with DELETE by id: the API and the path of the collection. */
export type RecordKind = `${Exclude<ApiName, 'public-api'>}/${string}`;

/** A kind of records. A bookmark belongs to a reader and is removed by the path that added it. */
export type Kind = RecordKind | 'public-api/bookmark';

interface KindOfRecord {
  readonly kind: RecordKind;
  readonly table: TableName;
  /** Whether DELETE only sets the status. */
  readonly staysAsDeleted: boolean;
}

/** Those of plain resources: everything about them follows from their routes and tables. */
const all = services.flatMap(({ name, routes }) =>
  routes.flatMap((route): KindOfRecord[] => {
    const { table, does } = route.resource ?? {};
    const [, path] = /^\/[^/]+\/v1\/([^/]+)\/:id$/.exec(route.path) ?? [];
    if (route.method !== 'DELETE' || table === undefined || path === undefined || name === 'public-api') return [];
    return [{ kind: `${name as Exclude<ApiName, 'public-api'>}/${path}`, table, staysAsDeleted: does === 'update' }];
  }),
);

/** The columns of a kind that have ids of records of other kinds, each with these kinds. */
const references = new Map<RecordKind, Readonly<Record<string, readonly RecordKind[]>>>(
  all.map(({ kind, table }) => [
    kind,
    Object.fromEntries(
      schemas[table].references.flatMap(({ to, columns }) => {
        const [local] = Object.entries(columns).find(([, column]) => column === 'id') ?? [];
        const targets = all.filter((one) => one.table === to).map((one) => one.kind);
        return local === undefined || to === table || targets.length === 0 ? [] : [[local, targets]];
      }),
    ),
  ]),
);

export function referencesOfKind(kind: RecordKind): Readonly<Record<string, readonly RecordKind[]>> {
  return references.get(kind) ?? {};
}

/** A kind comes after those that it refers to. Records are removed in the reverse order. */
export const recordKinds: readonly RecordKind[] = [...new Set(all.flatMap(({ kind }) => withTargets(kind)))];

function withTargets(kind: RecordKind): RecordKind[] {
  return [...Object.values(referencesOfKind(kind)).flat().flatMap(withTargets), kind];
}

/** DELETE only sets the status of these. */
export const staysAsDeleted: readonly RecordKind[] = all.filter((one) => one.staysAsDeleted).map(({ kind }) => kind);

/** The API that removes records of a kind. */
export function serviceOf(kind: Kind): ApiName {
  return kind.split('/')[0] as ApiName;
}

/** The path of the collection. */
export function pathOf(kind: RecordKind): string {
  return `/${kind.replace('/', '/v1/')}`;
}

/** The path of a record; undefined without an id. */
export function recordPath(kind: RecordKind, id: unknown): string | undefined {
  const isId = typeof id === 'number' || (typeof id === 'string' && id !== '');
  return isId ? `${pathOf(kind)}/${encodeURIComponent(id)}` : undefined;
}

/** A POST request whose path is not that of a collection. */
interface OtherPost {
  readonly path: RegExp;
  /** What it creates. */
  readonly creates: readonly Kind[];
  /** The kind whose ids its answer contains. */
  readonly answers?: RecordKind;
  /** The same if each item of its answer has several records, by their names there. */
  readonly groups?: Readonly<Record<string, RecordKind>>;
}

const otherPosts: readonly OtherPost[] = [
  { path: /^\/public-api\/v1\/bookmark\//, creates: ['public-api/bookmark'] },
  {
    path: /^\/user-(data|preference)\/v1\/set-preference$/,
    creates: ['user-preference/preference'],
    answers: 'user-preference/preference',
  },
  {
    path: /^\/user-data\/v1\/user-application-preference\//,
    creates: ['user-preference/preference'],
    answers: 'user-preference/preference',
  },
  {
    path: /^\/user-data\/v1\/content-entitlement-sync$/,
    creates: ['user-data/content-entitlement'],
    // In the legacy form.
    groups: {
      client: 'user-data/client',
      user: 'user-data/user',
      application: 'user-data/application',
      application_user: 'user-data/application-user',
    },
  },
  // It creates unknown users. An entitlement cannot be removed, except with its user.
  { path: /^\/user-data\/v1\/brief-entitlement$/, creates: ['user-data/user'] },
  { path: /\/(get-preference|user-brief\/filter|content-entitlement-sync\/filter)$/, creates: [] },
];

/** The kinds of records that a POST request creates; undefined for an unknown path. */
export function createdBy(path: string): readonly Kind[] | undefined {
  const kind = recordKinds.find((one) => pathOf(one) === path);
  return kind === undefined ? otherPosts.find((post) => post.path.test(path))?.creates : [kind];
}

/** The kind of the records in the answer of a path. */
export function answeredBy(path: string): RecordKind | undefined {
  const kind = recordKinds.find((one) => path === pathOf(one) || path.startsWith(`${pathOf(one)}/`));
  return kind ?? otherPosts.find((post) => post.path.test(path))?.answers;
}

/** The kinds of the records in an item of the answer of a path, by their names there, if an item has several. */
export function groupsAnsweredBy(path: string): Readonly<Record<string, RecordKind>> | undefined {
  return otherPosts.find((post) => post.path.test(path))?.groups;
}

/** Whether a text anywhere in a value contains the part, which is in lower case. A server may store texts in another case. */
export function hasText(value: unknown, part: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(part);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => hasText(inner, part));
}

/** Whether one of the references of a record leads to a record for which `isOwn` is true. */
export function refersTo(
  record: Readonly<Record<string, unknown>>,
  kind: RecordKind,
  isOwn: (kind: RecordKind, id: unknown) => boolean,
): boolean {
  return Object.entries(referencesOfKind(kind)).some(([column, targets]) =>
    targets.some((target) => isOwn(target, record[column])),
  );
}

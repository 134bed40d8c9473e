import type { ApiName } from '../../src/protocol/service.js';

/**
 * The kinds of records that cases create, each with the columns that refer to records of other kinds. A kind refers only to kinds
 * before its own; records are removed in the reverse order.
 */
export const references = {
  'user-data/client': {},
  'user-data/user': { client_id: ['user-data/client'] },
  'user-data/application': {},
  'user-preference/application': {},
  'user-data/application-user': {
    user_id: ['user-data/user'],
    application_id: ['user-data/application', 'user-preference/application'],
  },
  'user-data/feature': { app_id: ['user-data/application', 'user-preference/application'] },
  'user-data/package': {},
  'user-data/feature-package': { package_id: ['user-data/package'], feature_id: ['user-data/feature'] },
  'user-data/application-preference': { application_id: ['user-data/application', 'user-preference/application'] },
  'user-data/preference-hierarchy': {},
  'user-preference/preference-hierarchy': {},
  'user-preference/preference': {
    user_id: ['user-data/user'],
    application_preference: ['user-data/application-preference'],
    preference_hierarchy: ['user-data/preference-hierarchy', 'user-preference/preference-hierarchy'],
  },
  'user-data/entity-preference': { preference_id: ['user-preference/preference'] },
  'user-data/generic-preference': { preference_id: ['user-preference/preference'] },
  'user-preference/entity-preference': { preference_id: ['user-preference/preference'] },
  'user-preference/generic-preference': { preference_id: ['user-preference/preference'] },
  'user-data/preference': {},
  'user-data/user-preference': { preference_id: ['user-data/preference'] },
  'user-data/brief-client': { client_id: ['user-data/client'] },
  'user-data/content-entitlement': { application_user_id: ['user-data/application-user'] },
} as const;

/** A kind of records that are listed with GET and removed with DELETE by id. */
export type RecordKind = keyof typeof references;

/** A kind of records. A bookmark belongs to a reader and is removed by the path that added it. */
export type Kind = RecordKind | 'public-api/bookmark';

/** DELETE only sets the status of these. */
export const staysAsDeleted: readonly RecordKind[] = ['user-data/client', 'user-data/brief-client'];

export const recordKinds = Object.keys(references) as RecordKind[];

/** The API that removes records of a kind. */
export function serviceOf(kind: Kind): ApiName {
  return kind.split('/')[0] as ApiName;
}

/** The path of the collection. */
export function pathOf(kind: RecordKind): string {
  return `/${kind.replace('/', '/v1/')}`;
}

/** A POST request whose path is not that of a collection. */
interface OtherPost {
  readonly path: RegExp;
  /** What it creates. */
  readonly creates: readonly Kind[];
  /** The kind whose ids its answer contains. */
  readonly answers?: RecordKind;
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
  { path: /^\/user-data\/v1\/content-entitlement-sync$/, creates: ['user-data/content-entitlement'] },
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

/** Whether a text anywhere in a value contains the part. */
export function hasText(value: unknown, part: string): boolean {
  if (typeof value === 'string') return value.includes(part);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => hasText(inner, part));
}

/** Whether one of the references of a record leads to a record for which `isOwn` is true. */
export function refersTo(
  record: Readonly<Record<string, unknown>>,
  kind: RecordKind,
  isOwn: (kind: RecordKind, id: unknown) => boolean,
): boolean {
  return Object.entries<readonly RecordKind[]>(references[kind]).some(([column, targets]) =>
    targets.some((target) => isOwn(target, record[column])),
  );
}

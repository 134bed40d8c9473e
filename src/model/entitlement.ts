import * as z from 'zod/mini';
import { type Row, type TableName, type Tables, tableNames } from './tables.js';

type Brief = Row<'brief'>;
type User = Row<'user'>;

/** The ways of being entitled to a brief (P3). */
export const entitlementWays = ['public', 'core', 'brief_entitlement', 'content_entitlement', 'client'] as const;
type WayName = (typeof entitlementWays)[number];

/** What a user lacks to be entitled to a brief: a record to create, or columns of a record to change. */
export const missingRecord = z.strictObject({
  /** The table of the record. */
  table: z.enum(tableNames as [TableName, ...TableName[]]),
  /** The key of the record to change; null for one to create. */
  key: z.nullable(z.union([z.int(), z.string()])),
  /** The columns that it must have. The id of a record that is missing too, or that can be chosen, is absent. */
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** What is missing, for people. */
  message: z.string(),
});
type MissingRecord = z.output<typeof missingRecord>;

/** One way of being entitled: records link users with briefs. */
interface WayDefinition<Link> {
  readonly way: WayName;
  /** What the user lacks, whatever the brief. */
  readonly missingOfUser?: (user: User, tables: Tables) => MissingRecord | undefined;
  /** The record that links the user with the brief. */
  readonly linkTo: (brief: Brief, user: User, tables: Tables) => Link | undefined;
  /** Calls `visit` with the records that link the user with any brief. Every brief list needs it, so it makes no lists. */
  readonly eachLink: (user: User, tables: Tables, visit: (link: Link) => void) => void;
  /** What such a record lacks. */
  readonly missingOfLink?: (link: Link) => MissingRecord | undefined;
  readonly briefOf: (link: Link, tables: Tables) => Brief | undefined;
  /** What is missing if no record links the user with the brief. */
  readonly withoutLink: (user: User, brief: Brief, tables: Tables) => MissingRecord[];
}

/** The same for every kind of link. */
interface Way {
  readonly way: WayName;
  readonly entitles: (user: User, brief: Brief, tables: Tables) => boolean;
  /** Calls `add` with each brief that the user is entitled to in this way. */
  readonly addBriefs: (user: User, tables: Tables, add: (brief: Brief | undefined) => void) => void;
  readonly missing: (user: User, brief: Brief, tables: Tables) => MissingRecord[];
}

function defineWay<Link>(definition: WayDefinition<Link>): Way {
  const { way, linkTo, eachLink, briefOf, withoutLink } = definition;
  const { missingOfUser = nothing, missingOfLink = nothing } = definition;
  return {
    way,
    entitles: (user, brief, tables) => {
      if (missingOfUser(user, tables) !== undefined) return false;
      const link = linkTo(brief, user, tables);
      return link !== undefined && missingOfLink(link) === undefined;
    },
    addBriefs: (user, tables, add) => {
      if (missingOfUser(user, tables) !== undefined) return;
      eachLink(user, tables, (link) => {
        if (missingOfLink(link) === undefined) add(briefOf(link, tables));
      });
    },
    missing: (user, brief, tables) => {
      const link = linkTo(brief, user, tables);
      const ofLink = link === undefined ? withoutLink(user, brief, tables) : [missingOfLink(link)];
      return [missingOfUser(user, tables), ...ofLink].filter((record) => record !== undefined);
    },
  };
}

function nothing(): undefined {}

/** The brief itself is the link: it is open to all users. */
function openWay(way: WayName, column: 'is_public' | 'is_core', message: string): Way {
  const isOpen = { [column]: true };
  return defineWay<Brief>({
    way,
    linkTo: (brief) => brief,
    eachLink: (_, tables, visit) => tables.brief.list(isOpen).forEach(visit),
    missingOfLink: (brief) =>
      brief[column] ? undefined : { table: 'brief', key: brief.id, values: { [column]: true }, message },
    briefOf: (brief) => brief,
    withoutLink: () => [],
  });
}

const byBriefEntitlement = defineWay<Row<'brief_entitlement'>>({
  way: 'brief_entitlement',
  linkTo: ({ slug }, { email }, tables) => tables.brief_entitlement.find({ email, brief_slug: slug }),
  eachLink: ({ email }, tables, visit) => tables.brief_entitlement.list({ email }, 'brief_slug').forEach(visit),
  briefOf: ({ brief_slug }, tables) => tables.brief.find({ slug: brief_slug }),
  withoutLink: ({ email }, { slug }) => [
    {
      table: 'brief_entitlement',
      key: null,
      values: { email, brief_slug: slug },
      message: 'the user has no brief entitlement for the brief',
    },
  ],
});

const CONTENT_TYPE = 'brief';

const byContentEntitlement = defineWay<Row<'content_entitlement'>>({
  way: 'content_entitlement',
  linkTo: ({ slug }, user, { application_user, content_entitlement }) => {
    for (const { id } of application_user.list({ user_id: user.id })) {
      const found = content_entitlement.find({ content_type: CONTENT_TYPE, slug, application_user_id: id });
      if (found !== undefined) return found;
    }
    return undefined;
  },
  eachLink: (user, { application_user, content_entitlement }, visit) => {
    for (const { id } of application_user.list({ user_id: user.id }, 'application_id')) {
      for (const link of content_entitlement.list({ application_user_id: id })) {
        if (link.content_type === CONTENT_TYPE) visit(link);
      }
    }
  },
  briefOf: ({ slug }, tables) => tables.brief.find({ slug }),
  withoutLink: ({ id }, { slug }, { application_user }) => {
    const account = application_user.find({ user_id: id });
    const values = { content_type: CONTENT_TYPE, slug, ...(account && { application_user_id: account.id }) };
    const message = 'the user has no content entitlement for the brief';
    const entitlement: MissingRecord = { table: 'content_entitlement', key: null, values, message };
    if (account !== undefined) return [entitlement];
    const noAccount = 'the user has no application user';
    return [{ table: 'application_user', key: null, values: { user_id: id }, message: noAccount }, entitlement];
  },
});

const byClient = defineWay<Row<'brief_client'>>({
  way: 'client',
  // P24: a deleted client gives no access.
  missingOfUser: ({ id, client_id }, { client }) => {
    if (client_id === null) return { table: 'user', key: id, values: {}, message: 'the user has no client' };
    if (client.get(client_id)?.status === 'active') return undefined;
    const message = 'the client of the user is deleted';
    return { table: 'client', key: client_id, values: { status: 'active' }, message };
  },
  linkTo: ({ id }, { client_id }, tables) =>
    client_id === null ? undefined : tables.brief_client.find({ brief_id: id, client_id }),
  eachLink: ({ client_id }, tables, visit) => {
    if (client_id !== null) tables.brief_client.list({ client_id }).forEach(visit);
  },
  missingOfLink: ({ id, status }) => {
    if (status === 'active') return undefined;
    const message = 'the relationship of the client with the brief is deleted';
    return { table: 'brief_client', key: id, values: { status: 'active' }, message };
  },
  briefOf: ({ brief_id }, tables) => tables.brief.get(brief_id),
  withoutLink: ({ client_id }, { id }) => [
    {
      table: 'brief_client',
      key: null,
      values: { brief_id: id, ...(client_id !== null && { client_id }) },
      message: 'the client has no relationship with the brief',
    },
  ],
});

const ways = [
  openWay('public', 'is_public', 'the brief is not public'),
  openWay('core', 'is_core', 'the brief is not for all core users'),
  byBriefEntitlement,
  byContentEntitlement,
  byClient,
];

/** Whatever the way, the brief must be active. */
function missingOfBrief({ id, is_active }: Brief): MissingRecord[] {
  if (is_active) return [];
  return [{ table: 'brief', key: id, values: { is_active: true }, message: 'the brief is inactive' }];
}

/** Whether a user may read a brief (P3). */
export function isEntitled(user: User, brief: Brief, tables: Tables): boolean {
  return brief.is_active && ways.some(({ entitles }) => entitles(user, brief, tables));
}

/** Every brief that the user may read, in no particular order. */
export function entitledBriefs(user: User, tables: Tables): Brief[] {
  const briefs = new Set<Brief>();
  const add = (brief: Brief | undefined) => {
    if (brief?.is_active) briefs.add(brief);
  };
  for (const { addBriefs } of ways) addBriefs(user, tables, add);
  return [...briefs];
}

/** What a user lacks to be entitled to a brief: whatever the way, and in each way. */
export function missingFor(user: User, brief: Brief, tables: Tables) {
  return {
    missing: missingOfBrief(brief),
    ways: ways.map(({ way, missing }) => ({ way, missing: missing(user, brief, tables) })),
  };
}

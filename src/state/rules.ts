import type { Clock } from './clock.js';
import type { Issue } from './errors.js';
import type { Row, TableName, Tables } from './models.js';
import { hexFor } from './random.js';
import { slugify } from './slug.js';

/** What a computed default may look at. `n` numbers the records ever made in the table, from 1. */
export interface DefaultContext {
  readonly clock: Clock;
  readonly seed: number;
  readonly tables: Tables;
  readonly n: number;
}

/** What a table does with a record beyond its shapes, references and unique columns. */
export interface TableRules<Name extends TableName> {
  /** Values of columns that were left out and depend on something; undefined where nothing can be made. */
  readonly defaults?: {
    readonly [Column in keyof Row<Name>]?: (
      context: DefaultContext,
      row: Partial<Row<Name>>,
    ) => Row<Name>[Column] | undefined;
  };
  /** Columns that follow from others, whatever was given. */
  readonly derived?: { readonly [Column in keyof Row<Name>]?: (row: Partial<Row<Name>>) => Row<Name>[Column] };
  /** What must hold when a record is written; each answers what is wrong, or nothing. */
  readonly checks?: readonly ((row: Row<Name>, tables: Tables, previous: Row<Name> | undefined) => Issue | undefined)[];
}

export const rules: { readonly [Name in TableName]?: TableRules<Name> } = {
  user: { checks: [emailInDomainOfClient] },
  feature_package: {
    defaults: {
      display_order: ({ tables }, { package_id }) =>
        1 + (tables.feature_package.last({ package_id }, 'display_order')?.display_order ?? 0),
    },
  },
  application_preference: {
    defaults: {
      preference_slug: ({ tables }, { preference_label }) =>
        freeSlug(preference_label, 'preference', '-', (slug) =>
          tables.application_preference.has({ preference_slug: slug }),
        ),
    },
  },
  preference_hierarchy: { checks: [parentIsNotBelow] },
  preference: {
    defaults: {
      name: ({ tables }, { application_preference }) =>
        application_preference === undefined
          ? undefined
          : tables.application_preference.get(application_preference)?.preference_label,
    },
    checks: [typeFitsValues],
  },
  entity_preference: { checks: [(row, tables) => valueFitsType(row, tables, 'Entity')] },
  generic_preference: { checks: [(row, tables) => valueFitsType(row, tables, 'Generic')] },
  brief: {
    defaults: {
      id: ({ n }) => String(n),
      slug: ({ tables }, { name }) => freeSlug(name, 'brief', '-', (slug) => tables.brief.has({ slug })),
    },
  },
  brief_document: { defaults: { gid: ({ n }) => `1-${n}` } },
  article: {
    defaults: {
      gid: ({ tables }, { title, brief_gid }) =>
        freeSlug(title, 'article', '_', (gid) => tables.article.has({ brief_gid, gid })),
      position: ({ tables }, { brief_gid }) => 1 + (tables.article.last({ brief_gid }, 'position')?.position ?? 0),
    },
  },
  bookmark: {
    defaults: { created_on: ({ clock }) => clock.seconds },
    derived: { url: bookmarkUrl },
    checks: [documentIsOfBrief],
  },
  access_token: { defaults: { token: ({ seed, n }) => hexFor(seed, 'access_token', n) } },
};

/** What a bookmark points at, as one text: unique per user (Brief and Bookmark Service, "Bookmark record"). */
export function bookmarkUrl({
  brief_gid,
  article_gid,
}: {
  brief_gid?: string | undefined;
  article_gid?: string | null | undefined;
}): string {
  return article_gid ? `brief:${brief_gid}/article:${article_gid}` : `brief:${brief_gid}`;
}

function freeSlug(source: unknown, fallback: string, separator: string, taken: (slug: string) => boolean) {
  return typeof source === 'string' ? slugify(source, fallback, taken, separator) : undefined;
}

/** D5, D36: a client that lists domains has users of these alone; an empty list is no list. */
function emailInDomainOfClient(user: Row<'user'>, tables: Tables): Issue | undefined {
  const domains = (user.client_id !== null && tables.client.get(user.client_id)?.domain) || [];
  const domain = user.email.slice(user.email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length === 0 || domains.some((allowed) => allowed.toLowerCase() === domain)) return undefined;
  return { path: 'email', message: `the domain ${domain} is not one of the client's: ${domains.join(', ')}` };
}

/** F5: no entry of the hierarchy is above itself. */
function parentIsNotBelow(entry: Row<'preference_hierarchy'>, tables: Tables): Issue | undefined {
  let above = entry.parent;
  while (above !== null) {
    if (above === entry.id) return { path: 'parent', message: `${entry.parent} is the entry itself or below it` };
    above = tables.preference_hierarchy.get(above)?.parent ?? null;
  }
  return undefined;
}

/** D15: the type of a preference that has values stays. */
function typeFitsValues(
  row: Row<'preference'>,
  tables: Tables,
  previous: Row<'preference'> | undefined,
): Issue | undefined {
  if (previous === undefined || previous.type === row.type) return undefined;
  const values = previous.type === 'Entity' ? tables.entity_preference : tables.generic_preference;
  if (!values.has({ preference_id: row.id })) return undefined;
  return { path: 'type', message: `stays ${previous.type} while the preference has values of that type` };
}

/** D15: a value is of the type of its preference. */
function valueFitsType(
  { preference_id }: { preference_id: number },
  tables: Tables,
  type: Row<'preference'>['type'],
): Issue | undefined {
  const preference = tables.preference.get(preference_id);
  if (preference === undefined || preference.type === type) return undefined;
  return { path: 'preference_id', message: `preference ${preference_id} holds ${preference.type} values` };
}

/** P10: the document of a bookmark belongs to the brief that it names. */
function documentIsOfBrief({ brief_slug, brief_gid }: Row<'bookmark'>, tables: Tables): Issue | undefined {
  const brief = tables.brief.find({ slug: brief_slug });
  if (tables.brief_document.get(brief_gid)?.brief_id === brief?.id) return undefined;
  return { path: 'brief_gid', message: `${brief_gid} is no document of ${brief_slug}` };
}

import type { Clock } from '../foundation/clock.js';
import type { Issue } from '../foundation/mock-error.js';
import { hexFor } from '../foundation/random.js';
import { slugify } from './slug.js';
import type { Row, TableName, Tables } from './tables.js';

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
  /** What always holds; each answers what is wrong, or nothing. */
  readonly invariants?: readonly ((row: Row<Name>, tables: Tables) => Issue | undefined)[];
  /** What must hold at the moment when a record is written. */
  readonly checks?: readonly ((row: Row<Name>, tables: Tables, previous: Row<Name> | undefined) => Issue | undefined)[];
  /** What a record that was written makes of others. */
  readonly written?: (row: Row<Name>, tables: Tables) => void;
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
      preference_slug: ({ tables }, { id, preference_label }) =>
        freeSlug(preference_label, 'preference', (slug) =>
          isTaken(tables.application_preference.find({ preference_slug: slug }), id),
        ),
    },
  },
  preference_hierarchy: { invariants: [parentIsNotBelow] },
  preference: {
    defaults: {
      name: ({ tables }, { application_preference }) =>
        application_preference === undefined
          ? undefined
          : tables.application_preference.get(application_preference)?.preference_label,
    },
    checks: [typeFitsValues],
  },
  entity_preference: { invariants: [(row, tables) => valueFitsType(row, tables, 'Entity')] },
  generic_preference: { invariants: [(row, tables) => valueFitsType(row, tables, 'Generic')] },
  brief_entitlement: { written: endOtherDefaults },
  brief: {
    defaults: {
      id: ({ tables, n }) => freeKey(String, n, (id) => tables.brief.get(id)),
      slug: ({ tables }, { id, name }) => freeSlug(name, 'brief', (slug) => isTaken(tables.brief.find({ slug }), id)),
    },
  },
  brief_document: {
    defaults: {
      gid: ({ tables, n }) =>
        freeKey(
          (n) => `1-${n}`,
          n,
          (gid) => tables.brief_document.get(gid),
        ),
    },
    checks: [(document, _, previous) => staysWith('brief_id', document, previous)],
  },
  article: {
    defaults: {
      gid: ({ tables }, { id, title, brief_gid }) =>
        freeSlug(title, 'article', (gid) => isTaken(tables.article.find({ brief_gid, gid }), id), '_'),
      position: ({ tables }, { brief_gid }) => 1 + (tables.article.last({ brief_gid }, 'position')?.position ?? 0),
    },
    checks: [(article, _, previous) => staysWith('brief_gid', article, previous)],
  },
  bookmark: {
    defaults: { created_on: ({ clock }) => clock.seconds },
    // A record is not yet known to hold texts there.
    derived: {
      url: ({ brief_gid, article_gid }) =>
        bookmarkUrl({ brief_gid: asText(brief_gid), article_gid: asText(article_gid) }),
    },
    invariants: [documentIsOfBrief],
  },
  access_token: { defaults: { token: ({ seed, n }) => hexFor(seed, 'access_token', n) } },
};

/** The newest default brief of a user is the only one (D21). */
function endOtherDefaults({ id, email, is_default }: Row<'brief_entitlement'>, { brief_entitlement }: Tables): void {
  if (!is_default) return;
  for (const other of brief_entitlement.list({ email })) {
    if (other.is_default && other.id !== id) brief_entitlement.update(other.id, { is_default: false });
  }
}

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

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function freeSlug(source: unknown, fallback: string, taken: (slug: string) => boolean, separator?: string) {
  return typeof source === 'string' ? slugify(source, fallback, taken, separator) : undefined;
}

function isTaken(owner: { id: number | string } | undefined, id: number | string | undefined): boolean {
  return owner !== undefined && owner.id !== id;
}

/** The first key from the `n`th on that no record has. */
function freeKey(keyOf: (n: number) => string, n: number, find: (key: string) => unknown): string {
  let next = n;
  while (find(keyOf(next)) !== undefined) next++;
  return keyOf(next);
}

/** A document does not move to another brief, nor an article to another document: bookmarks tell where they are. */
function staysWith<Column extends string>(
  column: Column,
  row: Record<Column, string>,
  previous: Record<Column, string> | undefined,
): Issue | undefined {
  if (previous === undefined || previous[column] === row[column]) return undefined;
  return { path: column, message: `stays ${previous[column]}` };
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
  const seen = new Set<number>();
  for (let above = entry.parent; above !== null && !seen.has(above); ) {
    if (above === entry.id) return { path: 'parent', message: `${entry.parent} is the entry itself or below it` };
    seen.add(above);
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

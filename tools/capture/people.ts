import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { StoredRow } from '../../src/model/table-schema.js';
import type { SeenTables } from './assemble.js';

/** A person, and of which kind: by the state of the client, the ways of being entitled, and what they have kept. */
export interface CapturedPerson {
  readonly user: StoredRow;
  /** In lower case. */
  readonly email: string;
  readonly kind: PersonKind;
}

/** The parts of a kind, in words. */
export interface PersonKind {
  readonly client: 'no client' | 'active client' | 'deleted client';
  readonly ways: readonly EntitledBy[];
  readonly bookmarks: boolean;
  readonly preferences: boolean;
}

type EntitledBy = 'brief entitlement' | 'content entitlement' | 'client relationship';

/** A kind as a short name of letters and hyphens, such as `client-brief-content-bookmarks`. */
export function nameOf({ client, ways, bookmarks, preferences }: PersonKind): string {
  const words = [client.replace('active ', ''), ...ways.map((way) => way.split(' ')[way.startsWith('client') ? 1 : 0])];
  const parts = [...words, ...(bookmarks ? ['bookmarks'] : []), ...(preferences ? ['preferences'] : [])];
  return parts.join('-').replaceAll(' ', '-');
}

export function describeKind({ client, ways, bookmarks, preferences }: PersonKind): string {
  const entitled = ways.length === 0 ? 'no entitlement' : ways.join(' and ');
  return [client, entitled, ...(bookmarks ? ['bookmarks'] : []), ...(preferences ? ['preferences'] : [])].join(', ');
}

/** Everybody in the tables, in ascending order of their ids. */
export function peopleIn(tables: SeenTables): CapturedPerson[] {
  const clients = new Map(tables.client.map(({ id, status }) => [id, status]));
  const related = idsIn(
    tables.brief_client.filter(({ status }) => status !== 'deleted'),
    'client_id',
  );
  const accounts = new Map(tables.application_user.map(({ id, user_id }) => [id, user_id]));
  const content = new Set(
    tables.content_entitlement.flatMap(({ application_user_id, content_type }) =>
      content_type === 'brief' ? [accounts.get(application_user_id)] : [],
    ),
  );
  const entitled = emailsIn(tables.brief_entitlement, 'email');
  const bookmarks = emailsIn(tables.bookmark, 'email');
  const preferences = emailsIn(tables.legacy_user_preference, 'user_email');
  const typed = idsIn(tables.preference, 'user_id');
  return tables.user
    .map((user): CapturedPerson => {
      const email = String(user.email).toLowerCase();
      const status = clients.get(user.client_id);
      const isActive = status === 'active';
      const ways: EntitledBy[] = [
        ...(entitled.has(email) ? (['brief entitlement'] as const) : []),
        ...(content.has(user.id) ? (['content entitlement'] as const) : []),
        ...(isActive && related.has(user.client_id) ? (['client relationship'] as const) : []),
      ];
      const client = status === undefined ? 'no client' : isActive ? 'active client' : 'deleted client';
      const kind = {
        client,
        ways,
        bookmarks: bookmarks.has(email),
        preferences: preferences.has(email) || typed.has(user.id),
      };
      return { user, email, kind: kind as PersonKind };
    })
    .sort((a, b) => Number(a.user.id) - Number(b.user.id));
}

function idsIn(rows: readonly StoredRow[], column: string): ReadonlySet<unknown> {
  return new Set(rows.map((row) => row[column]));
}

function emailsIn(rows: readonly StoredRow[], column: string): ReadonlySet<string> {
  return new Set(rows.map((row) => String(row[column]).toLowerCase()));
}

/** People by the name of their kind. */
export function byKind(people: readonly CapturedPerson[]): ReadonlyMap<string, readonly CapturedPerson[]> {
  const kinds = new Map<string, CapturedPerson[]>();
  for (const person of people) getOrInsert(kinds, nameOf(person.kind), () => []).push(person);
  return kinds;
}

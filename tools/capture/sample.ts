import { countOf } from '../../src/foundation/count-of.js';
import type { SeenTables } from './assemble.js';
import { rankOf } from './hash.js';
import { byKind, type CapturedPerson, nameOf, type PersonKind, peopleIn } from './people.js';
import { without } from './without.js';

export interface SampleOptions {
  readonly key: Uint8Array;
  /** How many people to choose; more if there are more kinds. */
  readonly users: number;
  /** The e-mails of readers, who are chosen first. */
  readonly readers: readonly string[];
}

/**
 * Chooses people: the readers, one of each kind, and then others. The order is a rank that follows from the key,
 * so that one more person at the target changes the choice by one person at most.
 */
export function choosePeople(
  people: readonly CapturedPerson[],
  { key, users, readers }: SampleOptions,
): CapturedPerson[] {
  const emails = new Set(readers.map((email) => email.toLowerCase()));
  const ranks = new Map(people.map((person) => [person, rankOf(key, String(person.user.id))]));
  const ranked = people.toSorted((a, b) => (ranks.get(a) as number) - (ranks.get(b) as number));
  const chosen = new Set(ranked.filter(({ email }) => emails.has(email)));
  const kinds = new Set([...chosen].map(({ kind }) => nameOf(kind)));
  for (const [name, [first]] of byKind(ranked)) if (!kinds.has(name) && first !== undefined) chosen.add(first);
  for (const person of ranked) {
    if (chosen.size >= users) break;
    chosen.add(person);
  }
  return people.filter((person) => chosen.has(person));
}

/** The tables with these people alone. A client of whose people nobody is left goes too; all else stays. */
export function keepPeople(tables: SeenTables, people: readonly CapturedPerson[]): SeenTables {
  const ids = new Set(people.map(({ user }) => user.id));
  if (ids.size === tables.user.length) return tables;
  const clients = new Set(people.map(({ user }) => user.client_id));
  const left = new Set(tables.user.flatMap(({ client_id }) => (clients.has(client_id) ? [] : [client_id])));
  return without(tables, (table, { id }) => (table === 'user' && !ids.has(id)) || (table === 'client' && left.has(id)));
}

export interface Merged {
  readonly tables: SeenTables;
  /** What was done to the kinds with too few people, in sentences. */
  readonly notes: readonly string[];
}

/** What can be taken from people so that they become of a more common kind, the least first. */
const reductions: readonly Partial<PersonKind>[] = [
  { bookmarks: false },
  { preferences: false },
  { bookmarks: false, preferences: false },
];

/** Makes people of kinds with fewer than `atLeast` people more common by taking their bookmarks or preferences, or leaves them out. */
export function mergeSmallKinds(tables: SeenTables, atLeast: number): Merged {
  let merged = tables;
  const notes: string[] = [];
  for (;;) {
    const kinds = byKind(peopleIn(merged));
    const [small] = [...kinds].filter(([, people]) => people.length < atLeast);
    if (small === undefined) return { tables: merged, notes };
    const [name, people] = small;
    const kind = (people[0] as CapturedPerson).kind;
    const reduction = reductions.find((one) => {
      const other = nameOf({ ...kind, ...one });
      return other !== name && (kinds.get(other)?.length ?? 0) > 0;
    });
    const count = countOf(people.length, 'person', 'people');
    if (reduction === undefined) {
      merged = keepPeople(
        merged,
        peopleIn(merged).filter((person) => nameOf(person.kind) !== name),
      );
      notes.push(`left out ${count} of the kind ${name}`);
    } else {
      merged = withoutKept(merged, people, reduction);
      notes.push(`merged ${count} of the kind ${name} with ${nameOf({ ...kind, ...reduction })}`);
    }
  }
}

/** The tables without the bookmarks or preferences of some people. */
function withoutKept(
  tables: SeenTables,
  people: readonly CapturedPerson[],
  { bookmarks, preferences }: Partial<PersonKind>,
): SeenTables {
  const emails = new Set(people.map(({ email }) => email));
  const isTheirs = (email: unknown) => emails.has(String(email).toLowerCase());
  return without(tables, (table, row) => {
    if (table === 'bookmark') return bookmarks === false && isTheirs(row.email);
    if (table === 'preference' || table === 'legacy_user_preference')
      return preferences === false && isTheirs(row.user_email);
    return false;
  });
}

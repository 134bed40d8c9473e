import type { StoredRow } from '../../src/model/table-schema.js';
import { type Knowledge, type KnownBrief, type KnownReader, usersByEmail } from './knowledge.js';
import type { JsonFields } from './seen-answer.js';

/** The briefs as records, and what had to be concluded because no answer says it. */
export interface AssembledBriefs {
  readonly briefs: readonly JsonFields[];
  readonly notes: readonly string[];
}

/**
 * The records of all briefs. No read route shows a brief whole: names and ids are on different routes, and whether a brief is
 * public or for all core users follows only from who may read it.
 */
export function assembleBriefs(known: Knowledge, idFor: (slug: string) => string): AssembledBriefs {
  const access = new Access(known);
  const briefs = [...known.briefs.values()].map((brief) => ({ ...brief })).sort((a, b) => (a.slug < b.slug ? -1 : 1));
  for (const brief of briefs) brief.isCore ||= access.isCore(brief.slug);
  const guessed = access.resolveIds(briefs);
  const assumed = briefs.filter((brief) => access.unexplained(brief).length > 0);
  const rows = briefs.map((brief) => ({
    id: brief.id ?? idFor(brief.slug),
    name: brief.name ?? brief.slug,
    slug: brief.slug,
    is_active: brief.isActive ?? !access.isInactive(brief.slug),
    is_public: assumed.includes(brief),
    is_core: brief.isCore === true,
  }));
  const ids = new Set(rows.map(({ id }) => id));
  const nameless = [...access.idsOfClients].filter((id) => !ids.has(id)).sort();
  return {
    briefs: [
      ...rows,
      ...nameless.map((id) => {
        // No reader sees a brief without a name, so one of their clients' must be inactive.
        const columns = { is_active: !access.isOfReaders(id), is_public: false, is_core: false };
        return { id, name: `Brief ${id}`, slug: freeSlug(`brief-${id}`, known), ...columns };
      }),
    ],
    notes: [
      ...noteOf(
        briefs.filter(({ isCore }) => isCore).length,
        'it is for all core users, because it is listed for somebody without an entitlement',
      ),
      ...noteOf(assumed.length, 'it is public, because a reader sees it without being entitled'),
      ...noteOf(guessed, 'it is the one of several that a client has, because a reader of the client sees it'),
      ...noteOf(nameless.length, 'it has no name, because only its id was shown'),
    ],
  };
}

/** A slug that no brief has. */
function freeSlug(slug: string, known: Knowledge): string {
  return known.briefs.has(slug) ? freeSlug(`${slug}-hidden`, known) : slug;
}

function noteOf(count: number, text: string): string[] {
  return count === 0 ? [] : [`assumed of ${count === 1 ? '1 brief' : `each of ${count} briefs`}: ${text}`];
}

/** Who may read which brief, as far as the answers say it. */
class Access {
  readonly #known: Knowledge;
  readonly #users: ReadonlyMap<unknown, JsonFields>;
  readonly #content: ReadonlySet<string>;
  readonly #ofClients: ReadonlySet<string>;
  readonly idsOfClients: ReadonlySet<string>;

  constructor(known: Knowledge) {
    this.#known = known;
    const { records } = known;
    this.#users = usersByEmail(records);
    const userOf = new Map(records.all('application_user').map(({ id, user_id }) => [id, user_id]));
    this.#content = new Set(
      records
        .all('content_entitlement')
        .filter(({ content_type }) => content_type === 'brief')
        .map(({ application_user_id, slug }) => `${userOf.get(application_user_id)} ${slug}`),
    );
    const isActive = new Set(records.all('client').flatMap(({ id, status }) => (status === 'active' ? [id] : [])));
    const relations = records.all('brief_client');
    this.idsOfClients = new Set(relations.map(({ brief_id }) => String(brief_id)));
    this.#ofClients = new Set(
      relations
        .filter(({ client_id, status }) => isActive.has(client_id) && status !== 'deleted')
        .map(({ client_id, brief_id }) => `${client_id} ${brief_id}`),
    );
  }

  /** A brief is for all core users if it is listed for somebody who has no entitlement for it, and all of whose entitlements were seen. */
  isCore(slug: string): boolean {
    const { listed, entitled, entitlements } = this.#known;
    return [...listed].some(([email, slugs]) => {
      const seen = entitled.get(email) ?? new Set();
      return slugs.has(slug) && !seen.has(slug) && seen.size >= (entitlements.get(email) ?? Number.POSITIVE_INFINITY);
    });
  }

  /** A brief is inactive if it is not listed for somebody who has an entitlement. */
  isInactive(slug: string): boolean {
    const { listed, entitled } = this.#known;
    return [...entitled].some(([email, slugs]) => slugs.has(slug) && listed.get(email)?.has(slug) === false);
  }

  /** The readers who see a brief without a way of being entitled to it. */
  unexplained(brief: KnownBrief): KnownReader[] {
    if (brief.isCore) return [];
    return this.#readers.filter((reader) => {
      if (reader.briefs?.has(brief.slug) !== true) return false;
      return !this.#isEntitled(reader, brief.slug) && !(brief.id !== undefined && this.#hasClient(reader, brief.id));
    });
  }

  /**
   * Finds the ids of briefs of which only the names were shown: readers see them through their client. Returns how many of them may be
   * another one's.
   */
  resolveIds(briefs: readonly KnownBrief[]): number {
    const taken = new Set(briefs.flatMap(({ id }) => id ?? []));
    let guessed = 0;
    for (const exact of [true, false]) {
      for (const brief of briefs) {
        if (brief.id !== undefined || this.#seenByAll(brief)) continue;
        const seeing = this.unexplained(brief);
        const candidates = seeing.length === 0 ? [] : this.#candidates(brief, seeing, taken);
        const [first] = candidates;
        if (first === undefined || (exact && candidates.length > 1)) continue;
        if (candidates.length > 1) guessed++;
        brief.id = first;
        taken.add(first);
      }
    }
    // What is left belongs to briefs that the readers may read in another way, too.
    for (const brief of briefs) {
      const [first] = brief.id === undefined ? this.#candidates(brief, [], taken) : [];
      if (first === undefined || !this.isOfReaders(first)) continue;
      guessed++;
      brief.id = first;
      taken.add(first);
    }
    return guessed;
  }

  /** Whether readers see the brief with this id through their client, if it is active. */
  isOfReaders(id: string): boolean {
    return this.#readers.some((reader) => this.#hasClient(reader, id));
  }

  /** The ids that the clients of all `seeing` readers have, and only clients whose readers see the brief. */
  #candidates(brief: KnownBrief, seeing: readonly KnownReader[], taken: ReadonlySet<string>): string[] {
    const others = this.#readers.filter(({ briefs }) => briefs?.has(brief.slug) === false);
    return [...this.idsOfClients]
      .filter((id) => !taken.has(id))
      .filter((id) => seeing.every((reader) => this.#hasClient(reader, id)))
      .filter((id) => !others.some((reader) => this.#hasClient(reader, id)))
      .sort();
  }

  /** Whether there are readers of other clients, and all of them see the brief: then it is public. */
  #seenByAll({ slug }: KnownBrief): boolean {
    const clients = new Set(this.#readers.map((reader) => this.#clientOf(reader)));
    return clients.size > 1 && this.#readers.every(({ briefs }) => briefs?.has(slug));
  }

  get #readers(): KnownReader[] {
    return [...this.#known.readers.values()].filter(({ briefs }) => briefs !== undefined);
  }

  #isEntitled({ email }: KnownReader, slug: string): boolean {
    if (this.#known.entitled.get(email.toLowerCase())?.has(slug)) return true;
    return this.#content.has(`${this.#users.get(email.toLowerCase())?.id} ${slug}`);
  }

  #clientOf({ email }: KnownReader): unknown {
    return this.#users.get(email.toLowerCase())?.client_id ?? null;
  }

  #hasClient(reader: KnownReader, id: string): boolean {
    return this.#ofClients.has(`${this.#clientOf(reader)} ${id}`);
  }
}

/** The ids of briefs by slug. */
export function idsOf(briefs: readonly StoredRow[]): ReadonlyMap<unknown, unknown> {
  return new Map(briefs.map(({ slug, id }) => [slug, id]));
}

import type { Snapshot } from 'briefs-mock';
import type { Dice } from './fuzz-dice.js';

type Row = Readonly<Record<string, unknown>>;

/** Values that belong together, such as the slug of a brief and a document of this brief. */
export type Related = Row;

/** The number of values of a name that are remembered. The oldest is forgotten first. */
const REMEMBERED = 60;

/** Fields of requests that refer to a table under another name. */
const TABLE_OF: Readonly<Record<string, string>> = {
  'user-data preference': 'legacy_preference',
  'user-data user-preference': 'legacy_user_preference',
  'user-data client-brief': 'brief_client',
};

/**
 * The values that requests refer to: those of the records at the start, and those that answers have contained since. The
 * same answers lead to the same values.
 */
export class Records {
  readonly #tables: Readonly<Record<string, readonly Row[]>>;
  readonly #related: readonly Related[];
  readonly #values = new Map<string, unknown[]>();

  constructor(tables: Snapshot['tables']) {
    this.#tables = tables as unknown as Record<string, readonly Row[]>;
    for (const row of Object.values(this.#tables).flatMap((rows) => rows.slice(-REMEMBERED))) this.learn(row);
    for (const [table, rows] of Object.entries(this.#tables)) {
      for (const row of rows.slice(0, REMEMBERED)) this.#remember(`key of ${table}`, Object.values(row)[0]);
    }
    this.#related = related(this.#tables);
  }

  get tables(): string[] {
    return Object.keys(this.#tables);
  }

  /** A record of a table at the start. */
  row(table: string, dice: Dice): Row {
    const rows = this.#tables[table] ?? [];
    return rows.length === 0 ? {} : dice.pick(rows);
  }

  relatedValues(dice: Dice): Related {
    return dice.pick(this.#related);
  }

  /** A value that a field of this name has had. */
  value(name: string, dice: Dice): unknown {
    const values = this.#values.get(name);
    return values === undefined ? undefined : dice.pick(values);
  }

  /** A key of the table that a template such as `/user-data/v1/user/{id}` or `/__mock/faults/{id}/release` is about. */
  keyAt(template: string, dice: Dice): unknown {
    const name = `key of ${tableAt(template.replace(/\{id\}.*/, ''))}`;
    // The newest record is the likeliest to exist still.
    return dice.chance(0.5) ? this.#values.get(name)?.at(-1) : this.value(name, dice);
  }

  /** Remembers the fields of an answer to a request with this path. */
  learnAnswer(path: string, json: unknown): void {
    const { data = json } = (json ?? {}) as { data?: unknown };
    // Long lists say nothing new.
    for (const item of (Array.isArray(data) ? data : [data]).slice(-3)) {
      if (typeof item !== 'object' || item === null) continue;
      this.learn(item as Row);
      this.#remember(`key of ${tableAt(path)}`, (item as Row).id);
    }
  }

  learn(row: Row): void {
    for (const [name, value] of Object.entries(row)) this.#remember(name, value);
  }

  #remember(name: string, value: unknown): void {
    if (value === null || value === undefined) return;
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, values);
    values.push(value);
    if (values.length > REMEMBERED) values.shift();
  }
}

/** The table, or the resource of the control API, that a path such as `/user-data/v1/user/7` is about. */
function tableAt(path: string): string {
  const [, service = '', ...below] = path.replace(/\?.*/, '').split('/');
  const resource = below.findLast((segment) => /^[a-z]/.test(segment)) ?? '';
  return TABLE_OF[`${service} ${resource}`] ?? resource.replaceAll('-', '_');
}

function related(tables: Readonly<Record<string, readonly Row[]>>): Related[] {
  const { user = [], brief = [], brief_document = [], article = [], bookmark = [] } = tables;
  const { brief_entitlement = [], preference = [], application_preference = [] } = tables;
  const briefs = new Map(brief.map((row) => [row.id, row]));
  const documents = new Map(brief_document.map((row) => [row.gid, row]));
  const definitions = new Map(application_preference.map((row) => [row.id, row]));
  const users = new Map(user.map((row) => [row.id, row]));
  return [
    ...bookmark.map(({ email, brief_slug, brief_gid, article_gid }) => ({
      email,
      brief: brief_slug,
      brief_slug,
      brief_gid,
      gid: brief_gid,
      article_gid,
    })),
    ...article.map(({ gid, brief_gid }) => {
      const { slug } = briefs.get(documents.get(brief_gid)?.brief_id) ?? {};
      const reader = brief_entitlement.find((row) => row.brief_slug === slug);
      return { email: reader?.email, brief: slug, brief_slug: slug, brief_gid, gid: brief_gid, article_gid: gid };
    }),
    ...preference.map(({ id, user_id, application_preference, type }) => ({
      preference_id: id,
      ids: id,
      type,
      user_id,
      email: users.get(user_id)?.email,
      application_id: definitions.get(application_preference)?.application_id,
      app_preference_id: application_preference,
      application_preference,
    })),
  ];
}

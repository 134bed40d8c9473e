import type { Clock } from '../foundation/clock.js';
import { slugify } from '../model/slug.js';
import type { Row, TableName, Tables } from '../model/tables.js';
import type { RecordMakers } from './record-factories.js';

/** What a made value may look at. */
interface ValueContext<Name extends TableName> {
  /** Numbers the record in its table, from 1; it goes on while the value is taken. */
  readonly n: number;
  /** What the record has so far: what was given, which nobody has looked at yet, and what was made. */
  readonly row: Partial<Row<Name>>;
  readonly tables: Tables;
  readonly clock: Clock;
  readonly make: RecordMakers;
}

type ValueMakers<Name extends TableName> = {
  readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | ((context: ValueContext<Name>) => Row<Name>[Column]);
};

/**
 * The values of columns that a test left out: of those that are required, and of some that look better filled. Columns
 * with a default have that, and required references are made: neither is listed here, unless there is more to say.
 */
export const valueMakers: { readonly [Name in TableName]?: ValueMakers<Name> } = {
  client: {
    name: ({ n }) => `Client ${n}`,
    short_name: ({ row }) => slugify(`${row.name}`, 'client', () => false),
    display_name: ({ row }) => `${row.name}`,
    type: 'company',
  },
  user: {
    fname: ({ n }) => cycle(FIRST_NAMES, n),
    lname: ({ n }) => cycle(LAST_NAMES, n),
    // D5: where the client lists domains, one of these.
    email: ({ n, row, tables }) => `user-${n}@${tables.client.get(row.client_id ?? 0)?.domain?.[0] ?? 'example.com'}`,
  },
  application: { name: ({ n }) => `Application ${n}` },
  application_user: { legacy_id: ({ n }) => 1000 + n },
  feature: { name: ({ n }) => `Feature ${n}` },
  package: { name: ({ n }) => `Package ${n}` },
  legacy_preference: {
    name: ({ n }) => `Legacy preference ${n}`,
    slug: ({ row, tables }) =>
      slugify(`${row.name}`, 'legacy-preference', (slug) => tables.legacy_preference.has({ slug })),
  },
  legacy_user_preference: { preference_value: { enabled: true } },
  application_preference: { preference_label: ({ n }) => `Preference ${n}` },
  preference_hierarchy: { label: ({ n }) => `Category ${n}` },
  // D15: a value is of the type of its preference.
  entity_preference: {
    preference_id: ({ make }) => make.preference({ type: 'Entity' }).id,
    entity_gid: ({ n }) => `entity-${n}`,
  },
  generic_preference: { preference_value: 'on', schema_version: 1 },
  content_entitlement: {
    content_type: 'brief',
    slug: ({ n, row, make }) => (row.content_type === 'brief' ? make.brief().slug : `${row.content_type}-${n}`),
  },
  brief: { name: ({ n }) => `Brief ${n}` },
  brief_document: { date: newestFreeDay },
  article: {
    category: ({ n }) => cycle(SUBJECTS, n)[0],
    title: ({ n }) => `${cycle(SUBJECTS, n)[1]} ${cycle(EVENTS, n)}`,
    source: ({ n }) => [{ name: 'Example Post', link: `https://example.com/articles/${n}` }],
    snippet: ({ row }) => `${row.title}: what is known so far.`,
  },
  reaction: { liked: true },
  // P10: the document is one of the brief.
  bookmark: {
    brief_slug: ({ row: { brief_gid = '' }, tables, make }) => {
      const { brief_id = '' } = tables.brief_document.get(brief_gid) ?? {};
      return (tables.brief.get(brief_id) ?? make.brief()).slug;
    },
    brief_gid: ({ row, tables, make }) =>
      make.brief_document({ brief_id: tables.brief.find({ slug: row.brief_slug })?.id }).gid,
  },
};

/** Today or, as a brief has one document a day (P23), the last day before that it has none for. */
function newestFreeDay({ row, tables, clock }: ValueContext<'brief_document'>): string {
  let { day } = clock;
  while (tables.brief_document.has({ brief_id: row.brief_id, date: day })) {
    day = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  }
  return day;
}

function cycle<Value>(values: readonly Value[], n: number): Value {
  return values[(n - 1) % values.length] as Value;
}

// Lists that are used together have lengths without a common divisor: so the pairs repeat late.
const FIRST_NAMES = ['Ada', 'Ben', 'Carla', 'Dev', 'Elif', 'Femi', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kaya'];
const LAST_NAMES = ['Adler', 'Brooks', 'Castro', 'Dahl', 'Engel', 'Fonseca', 'Grant', 'Hansen', 'Ito', 'Jansen'];

/** Each with its category. */
const SUBJECTS = [
  ['Energy', 'Solar output'],
  ['Transport', 'Rail freight'],
  ['Finance', 'Bank lending'],
  ['Health', 'Vaccine supply'],
  ['Technology', 'Chip production'],
  ['Agriculture', 'Grain trade'],
  ['Retail', 'Online shopping'],
] as const;
const EVENTS = [
  'picks up again',
  'slows for a third week',
  'holds steady',
  'reaches a record',
  'misses forecasts',
  'recovers in the north',
  'falls behind plan',
  'draws new investors',
];

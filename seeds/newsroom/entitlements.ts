import type { Row } from '../../src/model/tables.js';
import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import type { BriefPlan } from '../factories/briefs.js';
import type { ClientKey } from '../factories/clients.js';
import type { Draw } from '../factories/faker.js';
import type { Applications } from './applications.js';
import type { NewsroomReader } from './people.js';

type Entitlement = Pick<Row<'brief_entitlement'>, 'brief_slug'> & Partial<Row<'brief_entitlement'>>;

/** Creates entitlements of every kind. Returns the slugs that each reader may read, by e-mail. */
export function seedEntitlements(
  { data }: ScenarioContext,
  draw: Draw,
  plans: readonly BriefPlan[],
  clients: Readonly<Record<ClientKey, number>>,
  { webUsers, mobileUsers }: Applications,
  readers: readonly NewsroomReader[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const open = plans.filter(({ audience }) => audience !== 'entitled').map(({ slug }) => slug);
  const readable = new Map(readers.map(({ email }) => [email, new Set(open)]));

  for (const [slug, client, status] of RELATIONSHIPS) {
    data.brief_client.create({ brief_id: `brief-${slug}`, client_id: clients[client], status });
  }

  const closed = plans.filter(({ audience, is_active }) => audience === 'entitled' && is_active !== false);
  const slugs = closed.map(({ slug }) => slug);
  for (const { email, client } of readers) {
    const entitlements = PERSONAL[email] ?? (client === undefined ? [] : invent(draw, email, slugs));
    for (const entitlement of entitlements) {
      data.brief_entitlement.create({ ...entitlement, email });
      readable.get(email)?.add(entitlement.brief_slug);
    }
  }

  const allow = (application_user_id: number | undefined, slug: string, is_subscribed = true) => {
    if (application_user_id === undefined) return;
    data.content_entitlement.create({ application_user_id, content_type: 'brief', slug, is_subscribed });
  };
  allow(mobileUsers.get('chloe@meridian.example'), 'tech-signals');
  allow(mobileUsers.get('chloe@meridian.example'), 'policy-tracker', false);
  allow(webUsers.get('alice@acme.example'), 'farm-and-food');
  // There is no brief with this slug (D25).
  allow(webUsers.get('bruno@acme.example'), 'weekend-reader');
  for (const { email, client } of readers) {
    if (email in PERSONAL || client === undefined) continue;
    draw('content_entitlement', email, ({ helpers, number }) => {
      if (number.int(3) === 0) allow(webUsers.get(email), helpers.arrayElement(slugs), number.int(4) > 0);
    });
  }
  return readable;
}

const RELATIONSHIPS: readonly (readonly [string, ClientKey, 'active' | 'deleted'])[] = [
  ['acme-board-brief', 'acme', 'active'],
  ['energy-today', 'northwind', 'active'],
  ['transport-and-logistics', 'harbourquay', 'active'],
  ['farm-and-food', 'fieldstone', 'active'],
  ['retail-monitor', 'acme', 'deleted'],
  ['tech-signals', 'meridian', 'deleted'],
  // The relationship is active, but its client is deleted.
  ['markets-daily', 'oldtown', 'active'],
];

/** The brief entitlements of the personas. They get no random ones. */
const PERSONAL: Readonly<Record<string, readonly Entitlement[]>> = {
  'alice@acme.example': [
    { brief_slug: 'energy-today', is_default: true },
    { brief_slug: 'markets-daily' },
    { brief_slug: 'transport-and-logistics', is_subscribed: false },
    { brief_slug: 'supply-chain-insider' },
  ],
  'bruno@acme.example': [
    { brief_slug: 'acme-board-brief', is_default: true, is_admin: true },
    { brief_slug: 'energy-today', is_admin: true },
    { brief_slug: 'transport-and-logistics', is_admin: true },
    { brief_slug: 'markets-daily', is_admin: true },
    { brief_slug: 'tech-signals' },
    { brief_slug: 'policy-tracker' },
    { brief_slug: 'retail-monitor' },
    { brief_slug: 'morning-briefing' },
  ],
  'chloe@meridian.example': [],
  'dana@harbourquay.example': [],
  'erin@mailbox.example': [],
  'felix@oldtownpress.example': [],
  'grace@northwind.example': [
    { brief_slug: 'policy-tracker', is_redacted: true, is_default: true },
    { brief_slug: 'markets-daily', is_subscribed: false },
    { brief_slug: 'retail-monitor', is_redacted: true, is_subscribed: false },
  ],
  'hugo@orchardmail.example': [
    { brief_slug: 'supply-chain-insider', is_default: true },
    { brief_slug: 'climate-desk' },
    { brief_slug: 'energy-today' },
  ],
};

function invent(draw: Draw, email: string, slugs: readonly string[]): Entitlement[] {
  return draw('brief_entitlement', email, ({ helpers, number }) =>
    helpers.arrayElements(slugs, number.int({ min: 1, max: 4 })).map((brief_slug, place) => ({
      brief_slug,
      is_default: place === 0,
      is_admin: number.int(19) === 0,
      is_redacted: number.int(14) === 0,
      is_subscribed: number.int(9) > 0,
    })),
  );
}

import type { Row } from '../src/model/tables.js';
import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { mobile, web } from './factories/applications.js';
import { cast } from './factories/personas.js';
import { preferenceParts } from './factories/preferences.js';

/** Preferences of every kind that the two preference APIs support, in up to eight levels of categories. */
export const preferences = /* @__PURE__ */ defineScenario({
  name: 'preferences',
  description: 'Entity, generic and legacy preferences of every kind, in a hierarchy with eight levels',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'pia@mailbox.example':
      'Has preferences with one value, several, none and null, at every level of the hierarchy and outside it.',
    'paolo@mailbox.example': 'Has other values for some of the same options, one of them in two categories.',
    'piotr@mailbox.example': 'Has no preferences: every filter by his user finds an empty list.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data } = context;
  const { option, file, set, follow } = preferenceParts(context);
  const pia = data.user.create({ fname: 'Pia', lname: 'Lindgren', email: 'pia@mailbox.example' });
  const paolo = data.user.create({ fname: 'Paolo', lname: 'Ferri', email: 'paolo@mailbox.example' });
  data.user.create({ fname: 'Piotr', lname: 'Mazur', email: 'piotr@mailbox.example' });

  const reading = data.application.create(web).id;
  const phone = data.application.create(mobile).id;
  const digest = option(reading, 'digest-frequency', 'Digest frequency', 'How often the e-mail digest is sent');
  const topics = option(reading, 'followed-topics', 'Followed topics', 'Topics that are shown first');
  const companies = option(reading, 'followed-companies', 'Followed companies', null);
  const columns = option(reading, 'column-layout', 'Column layout', 'As a JSON text');
  const alerts = option(phone, 'push-alerts', 'Push alerts', 'When the app may send notices');
  const quiet = option(phone, 'quiet-hours', 'Quiet hours', 'When it may not');
  // No user has a preference for this one.
  option(phone, 'text-size', 'Text size', 'Size of article text');

  // From the top of the hierarchy to the bottom.
  const path: number[] = [];
  for (const label of PATH) path.push(file(label, `${label}, and what is below it`, path.at(-1) ?? null));
  const at = (depth: number) => path[depth - 1] as number;
  const markets = file('Markets', null, at(2));
  // plain-english-ignore: the text of a record.
  const notices = file('Notices', 'What readers are told, and when');
  const byMail = file('By e-mail', null, notices);
  const byPush = file('On the phone', null, notices);
  file('Display', 'Nothing is filed here', null);

  set(pia, digest, byMail, 'weekdays');
  set(pia, columns, at(1), '{"left": ["topics", "companies"], "right": null}');
  set(pia, alerts, byPush, '06:30-09:00', '17:00-20:00');
  set(pia, quiet, byPush, null);
  set(pia, quiet, null);
  for (const [place, gid] of SECTORS.entries()) follow(pia, topics, at(place + 1), [gid]);
  follow(pia, companies, markets, ['company_solvane', 'company_halden_group', 'company_parallax_ai', null]);
  follow(pia, companies, null, []);

  set(paolo, digest, byMail, 'never');
  set(paolo, digest, byPush, 'daily');
  follow(paolo, companies, markets, ['company_halden_group']);
  follow(paolo, topics, at(8), ['topic_offshore_wind', 'topic_tidal_power']);

  const keep = (name: string, slug: string, preference_value: Row<'legacy_user_preference'>['preference_value']) => {
    const preference_id = data.legacy_preference.create({ name, slug }).id;
    data.legacy_user_preference.create({ user_email: pia.email, preference_id, preference_value });
  };
  keep('Digest time', 'digest-time', { hour: 7, minute: 30 });
  keep('Layout', 'layout', { theme: 'dark', compact: true, font: null });
  keep('Muted sources', 'muted-sources', { names: ['The Floor', 'Shelf Life'], until: {} });
  keep('Onboarding', 'onboarding', {});
  data.legacy_preference.create({ name: 'Start page', slug: 'start-page' });
}

const PATH = ['Content', 'Sectors', 'Energy', 'Renewables', 'Wind', 'Offshore wind', 'North Sea', 'Dogger Bank'];

/** One topic for each level. */
const SECTORS = [
  'topic_europe',
  'topic_industry',
  'topic_power',
  'topic_renewables',
  'topic_wind',
  'topic_offshore_wind',
  'topic_north_sea',
  'topic_dogger_bank',
];

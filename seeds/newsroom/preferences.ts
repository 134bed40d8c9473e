import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import type { Draw, SimpleFaker } from '../factories/faker.js';
import { preferenceParts } from '../factories/preferences.js';
import type { Applications } from './applications.js';
import type { NewsroomReader } from './people.js';

/** Application preferences, the preference hierarchy, and the preferences of about half of the readers. */
export function seedPreferences(
  context: ScenarioContext,
  draw: Draw,
  { web, mobile }: Applications,
  readers: readonly NewsroomReader[],
): void {
  const { option, file, set, follow } = preferenceParts(context);
  const digest = option(web, 'digest-frequency', 'Digest frequency', 'How often the e-mail digest is sent');
  const topics = option(web, 'followed-topics', 'Followed topics', 'Topics that are shown first');
  const companies = option(
    web,
    'followed-companies',
    'Followed companies',
    'Companies that are highlighted in articles',
  );
  option(web, 'reading-language', 'Reading language', 'Language of menus and dates');
  const alerts = option(mobile, 'push-alerts', 'Push alerts', 'When the app may send notices');
  option(mobile, 'text-size', 'Text size', 'Size of article text');

  // plain-english-ignore: the text of a record.
  const notices = file('Notices', 'What readers are told, and when');
  const byMail = file('By e-mail', null, notices);
  const byPush = file('On the phone', null, notices);
  const content = file('Content', 'What readers want to see');
  const focus = file('Focus', 'Topics and companies', content);
  file('Display', null);

  for (const [place, reader] of readers.entries()) {
    // Alice and every second reader after her have preferences.
    if (place % 2 === 1 || reader.client === undefined) continue;
    const wish = draw('preference', reader.email, invent);
    set(reader, digest, byMail, wish.digest);
    follow(reader, topics, focus, wish.topics);
    if (wish.companies.length > 0) follow(reader, companies, focus, wish.companies);
    if (wish.alerts !== undefined) set(reader, alerts, byPush, wish.alerts);
  }
}

function invent({ helpers, number }: SimpleFaker) {
  return {
    digest: helpers.arrayElement(['daily', 'weekdays', 'weekly', 'never']),
    topics: helpers.arrayElements(TOPICS.split(' '), number.int({ min: 1, max: 3 })),
    companies: helpers.arrayElements(COMPANIES.split(' '), number.int(2)),
    alerts: number.int(2) === 0 ? helpers.arrayElement(['06:30-20:00', '08:00-18:00', 'breaking only']) : undefined,
  };
}

const TOPICS =
  'topic_renewables topic_ports topic_central_banks topic_hospitals topic_data_centres topic_dairy topic_housing';
const COMPANIES = 'company_solvane company_transvia company_halden_group company_helvia_biotech company_parallax_ai';

import { defineScenario } from '../src/scenario/scenario.js';
import type { ScenarioContext } from '../src/scenario/scenario-context.js';
import { awkwardArticles } from './awkward-content/articles.js';
import { awkwardPreferences } from './awkward-content/preferences.js';
import { mobile } from './factories/applications.js';
import { dayOf } from './factories/calendar.js';
import { markers } from './factories/marks.js';
import { cast } from './factories/personas.js';

/** Content that breaks layouts and careless escaping. All of it is valid, and the APIs answer it unchanged. */
export const awkwardContent = /* @__PURE__ */ defineScenario({
  name: 'awkward-content',
  description: 'Text with HTML, entities, right-to-left scripts, emoji and very long words, and empty and null fields',
  clock: '2026-03-04T09:00:00Z',
  personas: /* @__PURE__ */ cast({
    'aya@mailbox.example': 'Has an Arabic name, and has bookmarked and rated every awkward article.',
    'oz@mailbox.example': 'Has apostrophes, quotation marks, an ampersand and angle brackets in his name.',
    'li@mailbox.example':
      'Has names of one letter, no values in optional fields, and briefs with unusual names and slugs.',
  }),
  seed,
});

function seed(context: ScenarioContext): void {
  const { data, now } = context;
  const date = dayOf(now);
  const odds = data.brief.create({
    id: 'brief-odds-and-ends',
    name: 'Odds & Ends <b>“Daily”</b> — it\'s "all" here',
    slug: 'odds-and-ends',
    is_public: true,
  });
  const { gid: brief_gid } = data.brief_document.create({ gid: '1-1', brief_id: odds.id, date });
  const articles = awkwardArticles();
  for (const [place, article] of articles.entries()) {
    data.article.create({ ...article, brief_gid, position: place + 1 });
  }

  const name = (lname: string, fname: string, email: string) => data.user.create({ fname, lname, email });
  const aya = name('الخطيب', 'آية', 'aya@mailbox.example');
  const oz = name("O'Neill-Mac Giolla Phádraig & Sons <3rd>", 'Odhrán “Oz” "Ozzie"', 'oz@mailbox.example');
  name('Å', 'L', 'li@mailbox.example');
  name('Wolfeschlegelsteinhausenbergerdorff'.repeat(4), 'Hubert Blaine', 'a@b');
  name(' ', '👩🏽‍💻', "Very.Long+Tag_of.O'Somebody-with%an=odd~address@sub.sub.sub.example");

  const { bookmark, react } = markers(context);
  const document = { slug: odds.slug, gid: brief_gid, date, articles: articles.map(({ gid }) => gid) };
  for (const [i, gid] of document.articles.entries()) {
    bookmark(aya.email, document, i, gid);
    react(aya.email, document, gid, i % 2 === 0);
  }
  for (const [i, [name, slug]] of oddBriefs().entries()) {
    const brief_id = `brief-odd-${i + 1}`;
    data.brief.create({ id: brief_id, name, slug });
    data.brief_document.create({ gid: `${i + 2}-1`, brief_id, date });
    data.brief_entitlement.create({ email: 'li@mailbox.example', brief_slug: slug });
  }

  // An empty list of domains counts as no list (D36).
  const company = { name: '"', short_name: '&', display_name: '<!-- Nobody & Söhne -->', type: 'company', domain: [] };
  data.client.create({ ...company, legacy_id: 0, sf_id: '' });
  data.package.create({ name: 'Ω', display_name: '', description: null, status: '' });
  const application = data.application.create({ ...mobile, name: null, description: '' });
  awkwardPreferences(context, application.id, oz);
}

/** The name and slug of each brief. */
function oddBriefs(): readonly (readonly [string, string])[] {
  return [
    ['X', 'x'],
    ['موجز الصباح (2026) — Morning', 'موجز-الصباح'],
    ['日本経済の朝', '日本経済の朝'],
    ['☕️🗞️', 'coffee%20and%20news'],
    [`The ${'Very '.repeat(60)}Long Brief`, `the-${'very-'.repeat(60)}long-brief`],
    [' Spaces  inside and around ', 'spaces inside'],
    [`{{ brief.name }} \${name} %s \\n`, 'brief?name=a&b#c'],
  ];
}

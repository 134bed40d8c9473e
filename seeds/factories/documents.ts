import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import { type Assignment, write } from './articles.js';
import type { BriefPlan } from './briefs.js';
import { addDays, dayOf, publishingDays } from './calendar.js';
import type { Draw } from './faker.js';
import type { Paper } from './stories/slots.js';
import { Texts } from './stories/texts.js';

/** A document that readers can bookmark, with the gids of its articles. */
export interface Document {
  readonly slug: string;
  readonly gid: string;
  readonly date: string;
  readonly articles: readonly string[];
}

/** The number of days to come for which briefs have documents if the clock runs. */
const DAYS_AHEAD = 14;

/**
 * Creates the briefs with their documents and articles. Returns the documents of each brief, oldest first, without those that
 * exist only because the clock runs.
 */
export function seedBriefs(
  { data, now, clockRuns }: ScenarioContext,
  draw: Draw,
  plans: readonly BriefPlan[],
): Document[] {
  const today = dayOf(now);
  const documents: Document[] = [];
  const texts = new Texts();
  for (const [place, plan] of plans.entries()) {
    const brief = data.brief.create({
      id: `brief-${plan.slug}`,
      name: plan.name,
      slug: plan.slug,
      is_active: plan.is_active ?? true,
      is_public: plan.audience === 'public',
      is_core: plan.audience === 'core',
    });
    const round = draw('brief', brief.id, (faker) => faker.helpers.shuffle(assignments(plan)));
    let written = 0;
    const { lastDay = 0 } = plan;
    const ahead = clockRuns && lastDay >= 0 ? Math.max(lastDay, DAYS_AHEAD) : lastDay;
    for (const date of issueDates({ ...plan, lastDay: ahead }, today)) {
      const gid = `1-${date.replaceAll('-', '')}${String(place + 1).padStart(2, '0')}`;
      data.brief_document.create({ gid, brief_id: brief.id, date });
      const count = draw('brief_document', gid, (faker) => faker.helpers.arrayElement(ARTICLES));
      const paper: Paper = { gid, date, path: date.replaceAll('-', '/'), leads: new Set(), texts };
      const articles: string[] = [];
      for (let position = 1; position <= count; position++) {
        const article = draw('article', `${gid}/${position}`, (faker) =>
          write(round, written++, paper, position, faker),
        );
        data.article.create(article);
        articles.push(article.gid);
      }
      if (date <= addDays(today, lastDay)) documents.push({ slug: plan.slug, gid, date, articles });
    }
  }
  return documents;
}

/** The newest document of a brief. */
export function latestOf(documents: readonly Document[], slug: string): Document {
  const latest = documents.filter((document) => document.slug === slug).at(-1);
  if (latest === undefined) throw new Error(`${slug} has no documents`);
  return latest;
}

const ARTICLES = [4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 7];

function issueDates({ days = 14, lastDay = 0, rhythm, unpublished }: BriefPlan, today: string): string[] {
  return unpublished ? [] : publishingDays(addDays(today, lastDay), days + Math.max(lastDay, 0), rhythm);
}

function assignments({ desks }: BriefPlan): Assignment[] {
  return desks.flatMap((desk) => desk.stories.map((story) => ({ desk, story })));
}

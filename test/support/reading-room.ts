import { defineScenario } from 'briefs-mock';

/**
 * The state that most suites start from, small enough for tests to list all expected records.
 *
 * The clock is at 09:00 on 4 March 2026. The readers and the briefs:
 *
 * | brief          | open to                                  | documents                                        |
 * |----------------|------------------------------------------|--------------------------------------------------|
 * | `morning`      | everyone                                 | 1-102, 1-103, 1-104 (today), 1-105 (tomorrow)    |
 * | `core-notes`   | everyone, as a core brief                | 2-1 (today)                                      |
 * | `steel-wire`   | Ann, by a brief entitlement              | 3-1 (yesterday)                                  |
 * | `harbour-log`  | Ben, by a content entitlement            | 4-1 (today)                                      |
 * | `oak-insider`  | Cleo, by the relationship of her client  | 5-1 (today)                                      |
 * | `retired`      | nobody: it is public, but inactive       | 6-1 (1 February)                                 |
 * | `coming-soon`  | everyone                                 | 7-1 (tomorrow)                                   |
 *
 * Noor has no client and no entitlement.
 */
export const readingRoom = defineScenario({
  name: 'reading-room',
  description: 'Four readers, and a brief for each way of being entitled to one',
  clock: '2026-03-04T09:00:00Z',
  personas: [
    { key: 'ann', email: 'ann@reader.example', token: 'ann-token', description: 'has a brief entitlement' },
    { key: 'ben', email: 'ben@reader.example', token: 'ben-token', description: 'has a content entitlement' },
    { key: 'cleo', email: 'cleo@oak.example', token: 'cleo-token', description: 'works for a client' },
    { key: 'noor', email: 'noor@reader.example', token: 'noor-token', description: 'has nothing' },
  ],
  seed: ({ data }) => {
    const oak = data.client.create({ name: 'Oak & Sons', short_name: 'oak', display_name: 'Oak', type: 'company' });
    data.user.create({ fname: 'Ann', lname: 'Arden', email: 'ann@reader.example' });
    const ben = data.user.create({ fname: 'Ben', lname: 'Brook', email: 'ben@reader.example' });
    data.user.create({ fname: 'Cleo', lname: 'Cole', email: 'cleo@oak.example', client_id: oak.id });
    data.user.create({ fname: 'Noor', lname: 'North', email: 'noor@reader.example' });

    data.brief.create({ id: 'b1', name: 'Morning', slug: 'morning', is_public: true });
    data.brief.create({ id: 'b2', name: 'Core Notes', slug: 'core-notes', is_core: true });
    data.brief.create({ id: 'b3', name: 'Steel Wire', slug: 'steel-wire' });
    data.brief.create({ id: 'b4', name: 'Harbour Log', slug: 'harbour-log' });
    data.brief.create({ id: 'b5', name: 'Oak Insider', slug: 'oak-insider' });
    data.brief.create({ id: 'b6', name: 'Retired', slug: 'retired', is_public: true, is_active: false });
    data.brief.create({ id: 'b7', name: 'Coming Soon', slug: 'coming-soon', is_public: true });

    data.brief_document.create({ gid: '1-102', brief_id: 'b1', date: '2026-03-02' });
    data.brief_document.create({ gid: '1-103', brief_id: 'b1', date: '2026-03-03' });
    data.brief_document.create({ gid: '1-104', brief_id: 'b1', date: '2026-03-04' });
    data.brief_document.create({ gid: '1-105', brief_id: 'b1', date: '2026-03-05' });
    data.brief_document.create({ gid: '2-1', brief_id: 'b2', date: '2026-03-04' });
    data.brief_document.create({ gid: '3-1', brief_id: 'b3', date: '2026-03-03' });
    data.brief_document.create({ gid: '4-1', brief_id: 'b4', date: '2026-03-04' });
    data.brief_document.create({ gid: '5-1', brief_id: 'b5', date: '2026-03-04' });
    data.brief_document.create({ gid: '6-1', brief_id: 'b6', date: '2026-02-01' });
    data.brief_document.create({ gid: '7-1', brief_id: 'b7', date: '2026-03-05' });

    const article = (brief_gid: string, gid: string, title: string) => data.article.create({ brief_gid, gid, title });
    article('1-102', 'old_news', 'Old news');
    article('1-103', 'harvest_begins', 'Harvest begins, first report');
    data.article.create({
      brief_gid: '1-104',
      gid: 'harvest_begins',
      category: 'Farming',
      title: 'Harvest begins & prices fall',
      source: [
        { name: 'Field Post', link: 'https://field.example/harvest' },
        { name: 'The Grain', link: 'https://grain.example/?id=7&page=2' },
      ],
      snippet: '<p>Yields are <b>up</b> 3&nbsp;% &amp; rising.</p>',
    });
    data.article.create({
      brief_gid: '1-104',
      gid: 'ports_reopen',
      category: null,
      title: 'Ports reopen',
      snippet: 'Cranes < ships',
    });
    article('1-105', 'tomorrows_news', 'News of tomorrow');
    article('3-1', 'wire_prices', 'Wire prices');
    article('4-1', 'high_tide', 'High tide');
    article('5-1', 'new_saw', 'A new saw');
    article('6-1', 'last_words', 'Last words');

    data.brief_entitlement.create({ email: 'ann@reader.example', brief_slug: 'steel-wire' });
    const application = data.application.create({ name: 'Reader' });
    const account = data.application_user.create({ user_id: ben.id, application_id: application.id, legacy_id: 70 });
    data.content_entitlement.create({ application_user_id: account.id, content_type: 'brief', slug: 'harbour-log' });
    data.brief_client.create({ brief_id: 'b5', client_id: oak.id });

    const ofAnn = { email: 'ann@reader.example', brief_gid: '1-104' };
    data.reaction.create({ ...ofAnn, article_gid: 'harvest_begins', liked: true });
  },
});

/** The briefs that everyone may read, as `GET /brief` lists them. */
export const openBriefs = [
  { name: 'Coming Soon', slug: 'coming-soon' },
  { name: 'Core Notes', slug: 'core-notes' },
  { name: 'Morning', slug: 'morning' },
];

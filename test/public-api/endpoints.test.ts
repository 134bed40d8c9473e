import { expect, it } from 'vitest';
import type { BookmarkedArticles, BookmarkedBriefs, BriefDocument, BriefList } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';
import { openBriefs } from '../support/reading-room.js';

const NINE_O_CLOCK = Date.parse('2026-03-04T09:00:00Z') / 1000;

const harvest = {
  gid: 'harvest_begins',
  category: 'Farming',
  title: 'Harvest begins & prices fall',
  source: [
    { name: 'Field Post', link: 'https://field.example/harvest' },
    { name: 'The Grain', link: 'https://grain.example/?id=7&page=2' },
  ],
  snippet: '<p>Yields are <b>up</b> 3&nbsp;% &amp; rising.</p>',
  liked: true,
  bookmarked: false,
  share: 'mailto:?subject=Harvest%20begins%20%26%20prices%20fall&body=Yields%20are%20up%203%20%25%20%26%20rising.',
};
const ports = {
  gid: 'ports_reopen',
  category: '',
  title: 'Ports reopen',
  source: [],
  snippet: 'Cranes < ships',
  liked: null,
  bookmarked: false,
  share: 'mailto:?subject=Ports%20reopen&body=Cranes%20%3C%20ships',
};

describeApi('The nine endpoints', (open) => {
  it('X2, P13: GET /brief lists name and slug, with status 200 and without the key error', async () => {
    const { ann } = await open();
    const { status, json } = await ann.get<BriefList>('/brief');
    expect(status).toBe(200);
    expect(json).toEqual({ data: [...openBriefs, { name: 'Steel Wire', slug: 'steel-wire' }] });
  });

  it('P6, P13, P15, P16, P19, P21: GET /brief/<slug> answers the complete latest document', async () => {
    const { ann } = await open();
    const { status, json } = await ann.get<BriefDocument>('/brief/morning');
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        name: 'Morning',
        slug: 'morning',
        gid: '1-104',
        date_option: {
          picker: [
            { date: '2026-03-04', gid: '1-104', selected: true },
            { date: '2026-03-03', gid: '1-103' },
            { date: '2026-03-02', gid: '1-102' },
          ],
          slider: [
            { date: 'March 4', gid: '1-104', selected: true },
            { date: 'March 3', gid: '1-103' },
            { date: 'March 2', gid: '1-102' },
          ],
        },
        article: [harvest, ports],
        bookmarked: false,
        share: 'mailto:?subject=Morning&body=Yields%20are%20up%203%20%25%20%26%20rising.',
        upgrade: 'https://briefs.example/upgrade?brief=morning',
        web: 'https://briefs.example/brief/morning/1-104',
      },
      error: [],
    });
  });

  it('P6, P13: GET /brief/<slug>/<gid> answers the document of that gid, with no date selected', async () => {
    const { ann } = await open();
    const { status, json } = await ann.get<BriefDocument>('/brief/morning/1-103');
    expect(status).toBe(200);
    expect(json).toEqual({
      data: {
        name: 'Morning',
        slug: 'morning',
        gid: '1-103',
        date_option: {
          picker: [
            { date: '2026-03-04', gid: '1-104' },
            { date: '2026-03-03', gid: '1-103' },
            { date: '2026-03-02', gid: '1-102' },
          ],
          slider: [
            { date: 'March 4', gid: '1-104' },
            { date: 'March 3', gid: '1-103' },
            { date: 'March 2', gid: '1-102' },
          ],
        },
        article: [
          {
            gid: 'harvest_begins',
            category: '',
            title: 'Harvest begins, first report',
            source: [],
            snippet: '',
            liked: null,
            bookmarked: false,
            share: 'mailto:?subject=Harvest%20begins%2C%20first%20report&body=',
          },
        ],
        bookmarked: false,
        share: 'mailto:?subject=Morning&body=',
        upgrade: 'https://briefs.example/upgrade?brief=morning',
        web: 'https://briefs.example/brief/morning/1-103',
      },
      error: [],
    });
  });

  it('P13, P16: GET /bookmark/brief lists the bookmarked documents, with dates such as March 3, 2026', async () => {
    const { ann } = await open();
    await ann.post('/bookmark/morning/1-103');
    const { status, json } = await ann.get<BookmarkedBriefs>('/bookmark/brief');
    expect(status).toBe(200);
    expect(json).toEqual({
      data: [
        {
          name: 'Morning',
          date: 'March 3, 2026',
          slug: 'morning',
          gid: '1-103',
          bookmarked: true,
          upgrade: 'https://briefs.example/upgrade?brief=morning',
          web: 'https://briefs.example/brief/morning/1-103',
        },
      ],
    });
  });

  it('P13, P15, P21: GET /bookmark/article lists the bookmarked articles, each with its brief', async () => {
    const { ann } = await open();
    await ann.post('/bookmark/morning/1-104/harvest_begins');
    await ann.post('/bookmark/morning/1-104/ports_reopen');
    const { status, json } = await ann.get<BookmarkedArticles>('/bookmark/article');
    expect(status).toBe(200);
    const brief = { name: 'Morning', slug: 'morning', gid: '1-104', date: 'March 4, 2026' };
    const { source: harvestSources, ...restOfHarvest } = harvest;
    const { source: portsSources, ...restOfPorts } = ports;
    expect(json).toEqual({
      data: [
        { ...restOfPorts, category: null, sources: portsSources, liked: false, bookmarked: true, brief },
        { ...restOfHarvest, sources: harvestSources, liked: true, bookmarked: true, brief },
      ],
    });
  });

  it('a query string is ignored', async () => {
    const { ann, send } = await open();
    const plain = await ann.get('/brief/morning');
    const queried = await send('GET', '/public-api/v1/brief/morning?gid=1-102&page=2', { token: 'ann-token' });
    expect(queried.json).toEqual(plain.json);
  });

  it('the body of a POST is ignored', async () => {
    const { send } = await open();
    const body = { created_on: 1, email: 'ben@reader.example' };
    const { status, json } = await send('POST', '/public-api/v1/bookmark/morning/1-104', { token: 'ann-token', body });
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: [{ email: 'ann@reader.example', created_on: NINE_O_CLOCK }] });
  });
});

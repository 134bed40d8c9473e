import { expect, it } from 'vitest';
import type { BookmarkedBriefs, BriefDocument } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

describeApi('Links to the web site', (open) => {
  it.each([
    ['https://read.example', 'https://read.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://read.example/', 'https://read.example'],
    ['https://read.example/news/', 'https://read.example/news'],
  ])('P16: with webOrigin %s, start with %s', async (webOrigin, start) => {
    const { ann } = await open({ behavior: { webOrigin } });
    const { upgrade, web } = (await ann.get<BriefDocument>('/brief/core-notes')).json.data;
    expect(upgrade).toBe(`${start}/upgrade?brief=core-notes`);
    expect(web).toBe(`${start}/brief/core-notes/2-1`);

    await ann.post('/bookmark/core-notes/2-1');
    const [bookmarked] = (await ann.get<BookmarkedBriefs>('/bookmark/brief')).json.data;
    expect(bookmarked).toMatchObject({ upgrade, web });
  });

  it('P16: percent-encode special characters of the slug and the gid', async () => {
    const { mock, ann } = await open();
    mock.data.brief.create({ id: 'b8', name: 'Odd', slug: 'r&d / 100%', is_public: true });
    mock.data.brief_document.create({ gid: '8/1?', brief_id: 'b8', date: '2026-03-04' });
    const { upgrade, web } = (await ann.get<BriefDocument>(`/brief/${encodeURIComponent('r&d / 100%')}`)).json.data;
    expect(new URL(upgrade).searchParams.get('brief')).toBe('r&d / 100%');
    const segments = new URL(web).pathname.split('/').map(decodeURIComponent);
    expect(segments).toEqual(['', 'brief', 'r&d / 100%', '8/1?']);
  });
});

import { expect, it } from 'vitest';
import type { BriefDocument, Failure } from '../support/bodies.js';
import { type Caller, describeApi } from '../support/deliveries.js';

async function latest(reader: Caller): Promise<string> {
  const { json } = await reader.get<BriefDocument>('/brief/morning');
  return json.data.gid;
}

describeApi('Publication of documents', (open) => {
  it('P5: the latest document is the newest one that is not dated in the future', async () => {
    const { ann } = await open();
    expect(await latest(ann)).toBe('1-104');
  });

  it('P5: the newest document has the latest date, whenever it was created', async () => {
    const { mock, ann } = await open();
    mock.data.brief_document.delete({ where: { gid: { equals: '1-104' } } });
    mock.data.brief_document.create({ gid: '1-050', brief_id: 'b1', date: '2025-12-31' });
    expect(await latest(ann)).toBe('1-103');
  });

  it('P5: a document dated in the future gets 404 and is in neither date list', async () => {
    const { ann } = await open();
    const { status, json } = await ann.get<Failure>('/brief/morning/1-105');
    expect(status).toBe(404);
    expect(json.error[0].code).toBe('not_found');
    for (const path of ['/brief/morning', '/brief/morning/1-102']) {
      const { date_option } = (await ann.get<BriefDocument>(path)).json.data;
      expect([...date_option.picker, ...date_option.slider].map(({ gid }) => gid)).not.toContain('1-105');
    }
  });

  it('P5: bookmarking a document dated in the future, or one of its articles, gets 404', async () => {
    const { ann } = await open();
    expect((await ann.post('/bookmark/morning/1-105')).status).toBe(404);
    expect((await ann.post('/bookmark/morning/1-105/tomorrows_news')).status).toBe(404);
  });

  it('P5: GET of a brief whose documents are all dated in the future gets 404, though it is listed', async () => {
    const { ann } = await open();
    const listed = (await ann.get<{ data: { slug: string }[] }>('/brief')).json.data;
    expect(listed.map(({ slug }) => slug)).toContain('coming-soon');
    const { status, json } = await ann.get<Failure>('/brief/coming-soon');
    expect(status).toBe(404);
    expect(json.error[0].code).toBe('not_found');
  });

  it('P5: GET of a brief without documents gets 404', async () => {
    const { mock, ann } = await open();
    mock.data.brief.create({ name: 'Blank', slug: 'blank', is_public: true });
    expect((await ann.get('/brief/blank')).status).toBe(404);
  });

  it('P23: a document is published at 00:00:00.000 UTC of its date, by the clock of the mock', async () => {
    const { mock, ann } = await open();
    mock.clock.set('2026-03-04T23:59:59.999Z');
    expect(await latest(ann)).toBe('1-104');
    mock.clock.advance({ milliseconds: 1 });
    expect(await latest(ann)).toBe('1-105');
    expect((await ann.get('/brief/morning/1-105')).status).toBe(200);
    expect((await ann.get('/brief/coming-soon')).status).toBe(200);
  });

  it('P23: the date counts in UTC, whatever the time zone in which the clock was set', async () => {
    const { mock, ann } = await open();
    mock.clock.set('2026-03-05T00:30:00+01:00');
    expect(await latest(ann)).toBe('1-104');
    mock.clock.set('2026-03-04T20:00:00-04:00');
    expect(await latest(ann)).toBe('1-105');
  });

  it('P5, P6: a newly published document is the first and selected entry of both date lists', async () => {
    const { mock, ann } = await open();
    mock.clock.advance({ days: 1 });
    const { picker, slider } = (await ann.get<BriefDocument>('/brief/morning')).json.data.date_option;
    expect(picker[0]).toEqual({ date: '2026-03-05', gid: '1-105', selected: true });
    expect(slider[0]).toEqual({ date: 'March 5', gid: '1-105', selected: true });
    expect([...picker, ...slider].filter(({ selected }) => selected)).toHaveLength(2);
  });

  it('P5: a document is unpublished again when the clock is set back before its date', async () => {
    const { mock, ann } = await open();
    mock.clock.set('2026-03-02T00:00:00Z');
    expect(await latest(ann)).toBe('1-102');
    expect((await ann.get('/brief/morning/1-104')).status).toBe(404);
    mock.clock.set('2026-03-01T23:59:59Z');
    expect((await ann.get('/brief/morning')).status).toBe(404);
  });

  it('P23: creating a second document of a brief for the same date throws conflict', async () => {
    const { mock } = await open();
    expect(() => mock.data.brief_document.create({ brief_id: 'b1', date: '2026-03-04' })).toThrowError(
      expect.objectContaining({ code: 'conflict' }),
    );
  });
});

import { expect, it } from 'vitest';
import type { BookmarkedBriefs, BriefDocument } from '../support/bodies.js';
import { type Api, describeApi, type Open } from '../support/deliveries.js';

/** Opens a mock on the last day of 2026, with a public brief `dated` that has a document for each of these days. */
async function openWith(open: Open, days: readonly string[]): Promise<Api> {
  const api = await open({ clock: '2026-12-31T12:00:00Z' });
  const { brief, brief_document } = api.mock.data;
  brief.create({ id: 'dated', name: 'Dated', slug: 'dated', is_public: true });
  for (const date of days) brief_document.create({ gid: `9-${date.replaceAll('-', '')}`, brief_id: 'dated', date });
  return api;
}

describeApi('date_option', (open) => {
  it.each([
    ['2026-01-01', 'January 1'],
    ['2026-02-02', 'February 2'],
    ['2024-02-29', 'February 29'],
    ['2026-03-03', 'March 3'],
    ['2026-04-04', 'April 4'],
    ['2026-05-05', 'May 5'],
    ['2026-06-16', 'June 16'],
    ['2026-07-07', 'July 7'],
    ['2026-08-08', 'August 8'],
    ['2026-09-09', 'September 9'],
    ['2026-10-10', 'October 10'],
    ['2026-11-20', 'November 20'],
    ['2026-12-31', 'December 31'],
  ])('P6: the date %s is shown as %s in the slider and unchanged in the picker', async (day, written) => {
    const { ann } = await openWith(open, [day]);
    const { picker, slider } = (await ann.get<BriefDocument>('/brief/dated')).json.data.date_option;
    expect(slider.map(({ date }) => date)).toEqual([written]);
    expect(picker.map(({ date }) => date)).toEqual([day]);
  });

  it('P6: the picker lists every published document, newest first, across years', async () => {
    const days = ['2024-02-29', '2026-12-30', '2025-11-09', '2026-01-31', '2025-12-31', '2026-09-01'];
    const { ann } = await openWith(open, days);
    const { picker } = (await ann.get<BriefDocument>('/brief/dated')).json.data.date_option;
    expect(picker.map(({ date }) => date)).toEqual([...days].sort().reverse());
    expect(picker[0]).toEqual({ date: '2026-12-30', gid: '9-20261230', selected: true });
    expect(picker.slice(1).every((entry) => !('selected' in entry))).toBe(true);
  });

  it.each([1, 6, 7, 8, 20])('P6: with %i documents, the slider lists the newest, at most seven', async (count) => {
    const days = Array.from({ length: count }, (_, n) => `2026-10-${String(n + 1).padStart(2, '0')}`);
    const { ann } = await openWith(open, days);
    const { picker, slider } = (await ann.get<BriefDocument>('/brief/dated')).json.data.date_option;
    expect(picker).toHaveLength(count);
    expect(slider.map(({ gid }) => gid)).toEqual(picker.slice(0, 7).map(({ gid }) => gid));
  });

  it('P6: a document that is too old for the slider lists the newest seven, with none selected', async () => {
    const days = Array.from({ length: 9 }, (_, n) => `2026-10-0${n + 1}`);
    const { ann } = await openWith(open, days);
    const { picker, slider } = (await ann.get<BriefDocument>('/brief/dated/9-20261001')).json.data.date_option;
    expect(slider.map(({ date }) => date)).toEqual([9, 8, 7, 6, 5, 4, 3].map((day) => `October ${day}`));
    expect([...picker, ...slider].some((entry) => 'selected' in entry)).toBe(false);
  });

  it('the date of a bookmarked brief has month, day and year, the day without a leading zero', async () => {
    const { mock, ann } = await openWith(open, ['2024-02-29', '2025-05-01', '2026-12-25']);
    for (const gid of ['9-20240229', '9-20250501', '9-20261225']) {
      mock.clock.advance({ seconds: 1 });
      await ann.post(`/bookmark/dated/${gid}`);
    }
    const { json } = await ann.get<BookmarkedBriefs>('/bookmark/brief');
    expect(json.data.map(({ date }) => date)).toEqual(['December 25, 2026', 'May 1, 2025', 'February 29, 2024']);
  });
});

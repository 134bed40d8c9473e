import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const colour = {
  id: 1,
  application_id: 1,
  preference_label: 'Colour',
  preference_slug: 'colour',
  preference_description: 'What it looks like',
};

describe('D9, D37: slugs derived from labels', () => {
  async function slugsOf(...labels: string[]): Promise<string[]> {
    const { post } = open();
    const items = labels.map((preference_label) => ({ application_id: 1, preference_label }));
    return (await post<(typeof colour)[]>('/application-preference', items)).map((row) => row.preference_slug);
  }

  it.each([
    ['Time zone', 'time-zone'],
    ['  Trimmed?! ', 'trimmed'],
    ['A & B -- C', 'a-b-c'],
    ['Über café', 'uber-cafe'],
    ['FONT2size', 'font2size'],
    ['snake_case', 'snake-case'],
    ['日本', 'preference'],
    ['---', 'preference'],
    ['Größe', 'grosse'],
    ['GRÖẞE', 'grosse'],
    ['Æther, œuvre', 'aether-oeuvre'],
    ['Ørsted Øl', 'orsted-ol'],
    ['Łódź', 'lodz'],
    ['Đorđe ðat', 'dorde-dat'],
    ['Þórr', 'thorr'],
    ['Işık', 'isik'],
    ['Ħal Ŧ ĸ Ŋ', 'hal-t-k-n'],
    ['ǽ ǿ', 'ae-o'],
    ['Œß', 'oess'],
  ])('the label %j gets the slug %s', async (label, slug) => {
    expect(await slugsOf(label)).toEqual([slug]);
  });

  it('a taken slug gets the suffix -2, -3 and so on', async () => {
    expect(await slugsOf('Colour', 'COLOUR', 'colour-2', 'Colour!')).toEqual([
      'colour-2',
      'colour-3',
      'colour-2-2',
      'colour-4',
    ]);
    expect(await slugsOf('?', '!', '…')).toEqual(['preference', 'preference-2', 'preference-3']);
  });

  it('POST derives an empty or null slug from the label', async () => {
    const { post } = open();
    const item = { application_id: 1, preference_label: 'Time zone' };
    const created = await post('/application-preference', [
      { ...item, preference_slug: '' },
      { ...item, preference_slug: null },
    ]);
    expect(created).toMatchObject([{ preference_slug: 'time-zone' }, { preference_slug: 'time-zone-2' }]);
  });

  it('PUT derives an empty or null slug again, and the record does not conflict with itself', async () => {
    const { put } = open();
    expect(await put('/application-preference/1', { preference_slug: '' })).toEqual([colour]);
    expect(await put('/application-preference/1', { preference_slug: null })).toEqual([colour]);
    expect(await put('/application-preference/3', { preference_label: 'Colour', preference_slug: '' })).toMatchObject([
      { preference_slug: 'colour-2' },
    ]);
  });
});

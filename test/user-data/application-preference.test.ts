import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const colour = {
  id: 1,
  application_id: 1,
  preference_label: 'Colour',
  preference_slug: 'colour',
  preference_description: 'What it looks like',
};
const topics = {
  id: 2,
  application_id: 1,
  preference_label: 'Topics',
  preference_slug: 'topics',
  preference_description: null,
};
const sound = { ...topics, id: 3, application_id: 2, preference_label: 'Sound', preference_slug: 'sound' };

it('Application preference: GET lists all of them, GET by application id those of the application', async () => {
  const { get, post } = open();
  expect(await get('/application-preference')).toEqual([colour, topics, sound]);
  expect(await get('/application-preference/1')).toEqual([colour, topics]);
  expect(await get('/application-preference/2')).toEqual([sound]);
  await post('/application', [{ name: 'Kiosk' }]);
  expect(await get('/application-preference/3')).toEqual([]);
});

it('D3: GET answers 404 for an unknown application, even if an application preference has that id', async () => {
  const { refusal } = open();
  expect(await refusal('GET', '/application-preference/3')).toBe('404 not_found');
  expect(await refusal('GET', '/application-preference/99')).toBe('404 not_found');
});

it('Application preference: POST creates one record for each item', async () => {
  const { get, post } = open();
  const full = {
    application_id: 2,
    preference_label: 'Time zone',
    preference_slug: 'tz',
    preference_description: 'Where one is',
  };
  expect(await post('/application-preference', [full])).toEqual([{ id: 4, ...full }]);
  expect(await get('/application-preference/2')).toEqual([sound, { id: 4, ...full }]);
});

it('D32: application_id and preference_label are required', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/application-preference', [{}])).toBe(
    '400 malformed_data 0.application_id 0.preference_label',
  );
  expect(await refusal('POST', '/application-preference', [{ application_id: 1, preference_label: '' }])).toBe(
    '400 malformed_data 0.preference_label',
  );
  const wrong = { application_id: 1, preference_label: 'Font', preference_slug: 1, preference_description: 2 };
  expect(await refusal('POST', '/application-preference', [wrong])).toBe(
    '400 malformed_data 0.preference_slug 0.preference_description',
  );
  expect(await refusal('PUT', '/application-preference/1', { preference_label: null })).toBe(
    '400 malformed_data preference_label',
  );
});

it('X5: POST and PUT answer 404 for an unknown application', async () => {
  const { refusal } = open();
  const item = { application_id: 99, preference_label: 'Font' };
  expect(await refusal('POST', '/application-preference', [item])).toBe('404 not_found 0.application_id');
  expect(await refusal('PUT', '/application-preference/1', item)).toBe('404 not_found application_id');
});

it('Application preference: a taken slug gets 409, a taken label is allowed', async () => {
  const { post, refusal } = open();
  const item = { application_id: 2, preference_label: 'Colour' };
  expect(await refusal('POST', '/application-preference', [{ ...item, preference_slug: 'colour' }])).toBe(
    '409 conflict 0.preference_slug',
  );
  expect(await refusal('PUT', '/application-preference/3', { preference_slug: 'colour' })).toBe(
    '409 conflict preference_slug',
  );
  expect(await post('/application-preference', [{ ...item, preference_slug: 'c' }])).toHaveLength(1);
});

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

  it('POST stores a given slug unchanged', async () => {
    const { post } = open();
    const item = { application_id: 1, preference_label: 'Font', preference_slug: 'My Font!' };
    expect(await post('/application-preference', [item])).toMatchObject([{ preference_slug: 'My Font!' }]);
  });

  it('PUT of a new label does not change the slug', async () => {
    const { put } = open();
    expect(await put('/application-preference/1', { preference_label: 'Tint' })).toEqual([
      { ...colour, preference_label: 'Tint' },
    ]);
  });
});

it('X8: PUT changes only the fields in the body, and answers an array', async () => {
  const { get, put } = open();
  expect(await put('/application-preference/1', {})).toEqual([colour]);
  expect(await put('/application-preference/1', { preference_description: null })).toEqual([
    { ...colour, preference_description: null },
  ]);
  const all = {
    application_id: 2,
    preference_label: 'Tint',
    preference_slug: 'tint',
    preference_description: 'How it looks',
  };
  expect(await put('/application-preference/1', all)).toEqual([{ id: 1, ...all }]);
  expect(await get('/application-preference/2')).toEqual([{ id: 1, ...all }, sound]);
});

it('D10: DELETE answers an object with id, description and the label as name', async () => {
  const { get, delete: remove } = open();
  expect(await remove('/application-preference/1')).toEqual({
    id: 1,
    name: 'Colour',
    description: 'What it looks like',
  });
  expect(await remove('/application-preference/2')).toEqual({ id: 2, name: 'Topics', description: null });
  expect(await get('/application-preference')).toEqual([sound]);
});

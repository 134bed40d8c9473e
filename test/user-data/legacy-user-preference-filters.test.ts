import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const values: Record<string, unknown>[] = [
  { mode: 'dark', accent: 'deep blue' },
  { mode: 'dark mode', size: 12, wide: true },
  { mode: null, nested: { list: ['one', 'two'], word: 'three' }, rows: [['four'], { word: 'five' }] },
  { 'a%b': '100%', mode: 'Dark' },
];

/** Creates user preferences 1 to 4, of Ann, Ben, Cleo and Dina in turn, two for each preference. */
async function openWithFour() {
  const api = open();
  await api.post('/user-preference', [
    { user_email: 'ann@acme.example', preference_id: 1, preference_value: values[0] },
    { user_email: 'ben@oak.example', preference_id: 2, preference_value: values[1] },
    { user_email: 'cleo@free.example', preference_id: 1, preference_value: values[2] },
    { user_email: 'dina@free.example', preference_id: 2, preference_value: values[3] },
  ]);
  return api;
}

async function found(query: Record<string, string>): Promise<number[]> {
  const { get } = await openWithFour();
  const records = await get<{ id: number }[]>(`/user-preference?${new URLSearchParams(query)}`);
  return records.map(({ id }) => id - 3);
}

describe('D18: GET /user-preference', () => {
  it.each<[string, Record<string, string>, number[]]>([
    ['an e-mail', { user_email: 'ben@oak.example' }, [2]],
    ['an e-mail in another case', { user_email: 'BEN@Oak.example' }, [2]],
    ['a part of e-mails with wildcards', { user_email: '%@free%' }, [3, 4]],
    ['a part of e-mails in another case', { user_email: '%@FREE%' }, [3, 4]],
    ['the start of an e-mail', { user_email: 'a%' }, [1]],
    ['the end of e-mails', { user_email: '%.example' }, [1, 2, 3, 4]],
    ['a part of an e-mail without wildcards, so none', { user_email: 'oak' }, []],
    ['an unknown e-mail, so none', { user_email: 'nobody@oak.example' }, []],
    ['a wildcard alone', { user_email: '%' }, [1, 2, 3, 4]],
    ['an empty e-mail, so none', { user_email: '' }, []],
    ['a preference', { preference_id: '2' }, [2, 4]],
    ['an unknown preference, so none', { preference_id: '99' }, []],
    ['a negative preference_id, so none', { preference_id: '-1' }, []],
    ['a name', { preference_name: 'Theme' }, [1, 3]],
    ['a name in another case, so none', { preference_name: 'theme' }, []],
    ['a part of a name', { preference_name: '%lay%' }, [2, 4]],
    ['parts of a name in order', { preference_name: 'P%l%t' }, [2, 4]],
    ['parts of a name in another order, so none', { preference_name: 'P%t%l' }, []],
    ['overlapping parts of a name, so none', { preference_name: 'Them%eme' }, []],
    ['a slug', { preference_slug: 'page-layout' }, [2, 4]],
    ['a part of slugs', { preference_slug: '%e%' }, [1, 2, 3, 4]],
    ['a slug in another case, so none', { preference_slug: 'THEME' }, []],
    ['a regular expression for a slug, so none', { preference_slug: 'them.' }, []],
    ['an e-mail and a name', { user_email: '%free%', preference_name: 'Theme' }, [3]],
    ['filters that exclude each other, so none', { preference_id: '1', preference_slug: 'page-layout' }, []],
    ['an empty object', { preference_value: '{}' }, [1, 2, 3, 4]],
    ['a key with its value', { preference_value: '{"mode":"dark"}' }, [1]],
    ['a part of a string', { preference_value: '{"mode":"%dark%"}' }, [1, 2]],
    ['two keys', { preference_value: '{"mode":"%dark%","size":12}' }, [2]],
    ['a number', { preference_value: '{"size":12.0}' }, [2]],
    ['a number as a string, so none', { preference_value: '{"size":"12"}' }, []],
    ['a part of a number, so none', { preference_value: '{"size":"%1%"}' }, []],
    ['a boolean', { preference_value: '{"wide":true}' }, [2]],
    ['null', { preference_value: '{"mode":null}' }, [3]],
    ['null for a missing key, so none', { preference_value: '{"accent":null}' }, [] as number[]],
    ['a nested value', { preference_value: '{"nested":{"list":["one","two"],"word":"three"}}' }, [3]],
    [
      'a part of a string in an array in an object',
      { preference_value: '{"nested":{"list":["o%","%"],"word":"three"}}' },
      [3],
    ],
    [
      'a part of a string in a nested object, which is not a wildcard, so none',
      { preference_value: '{"nested":{"list":["one","two"],"word":"th%"}}' },
      [],
    ],
    ['a part of a string in an array in an array', { preference_value: '{"rows":[["%our"],{"word":"five"}]}' }, [3]],
    [
      'a part of a string in an object in an array, which is not a wildcard, so none',
      { preference_value: '{"rows":[["four"],{"word":"%"}]}' },
      [],
    ],
    ['a different nested value, so none', { preference_value: '{"nested":{"list":["one"]}}' }, []],
    ['a key with a percent sign', { preference_value: '{"a%b":"100%"}' }, [4]],
    ['a percent sign in a key, which is not a wildcard, so none', { preference_value: '{"a%":"100%"}' }, []],
    ['a key that every object inherits, so none', { preference_value: '{"toString":"%"}' }, []],
    [
      'a value, an e-mail and a name',
      { preference_value: '{"mode":"%"}', user_email: '%n@%', preference_name: '%a%' },
      [2],
    ],
    ['an unknown parameter, which is ignored', { colour: 'red' }, [1, 2, 3, 4]],
  ])('answers the user preferences that match %s', async (_, query, ids) => {
    expect(await found(query)).toEqual(ids);
  });

  it.each([
    ['preference_value', '[]'],
    ['preference_value', 'null'],
    ['preference_value', '"dark"'],
    ['preference_value', '3'],
    ['preference_value', '{mode: dark}'],
    ['preference_value', ''],
    ['preference_value', '%dark%'],
    ['preference_id', 'one'],
    ['preference_id', '1.5'],
    ['preference_id', ''],
    ['preference_id', '%'],
  ])('answers 400 for %s=%s', async (name, value) => {
    const { refusal } = await openWithFour();
    expect(await refusal('GET', `/user-preference?${new URLSearchParams({ [name]: value })}`)).toBe(
      `400 malformed_data ${name}`,
    );
  });

  it('D18: a filter that is nested deeper than any value matches none', async () => {
    const filter = `{"pane":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(await open().get(`/user-preference?preference_value=${filter}`)).toEqual([]);
  });

  it('reads an unencoded percent sign as a wildcard', async () => {
    const { get } = await openWithFour();
    expect(await get('/user-preference?preference_name=%hem%')).toHaveLength(2);
  });

  it('ignores filters in GET by id', async () => {
    const { get } = await openWithFour();
    expect(await get('/user-preference/4?preference_id=2&preference_value=[]')).toHaveLength(1);
  });
});

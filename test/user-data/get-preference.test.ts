import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const first = {
  id: 1,
  name: 'Colour',
  preference_hierarchy: 1,
  user_id: 1,
  user_email: 'ann@acme.example',
  application_preference: 1,
  type: 'Generic',
  generic: [{ id: 1, preference_value: 'blue', schema_version: 1 }],
  entity: [],
};
const second = {
  id: 2,
  name: 'My topics',
  preference_hierarchy: null,
  user_id: 1,
  user_email: 'ann@acme.example',
  application_preference: 2,
  type: 'Entity',
  generic: [],
  entity: [
    { id: 1, entity_gid: 'g-1' },
    { id: 2, entity_gid: 'g-2' },
  ],
};

it('Preference (composite): POST /get-preference answers each preference with its values', async () => {
  const { post } = open();
  expect(await post('/get-preference', { id: [1, 2] })).toEqual([first, second]);
});

describe('D14: get-preference', () => {
  it.each<[string, object, number[]]>([
    ['no filters', {}, [1, 2, 3, 4]],
    ['empty lists', { id: [], name: [], user_email: [], type: [] }, [1, 2, 3, 4]],
    ['ids in any order', { id: [4, 1, 4] }, [1, 4]],
    ['a name', { name: ['Colour'] }, [1, 3]],
    ['a name in another case, so none', { name: ['colour'] }, []],
    ['a part of a name, so none', { name: ['Col%'] }, []],
    ['two names', { name: ['Sound', 'My topics'] }, [2, 4]],
    ['a hierarchy entry', { preference_hierarchy: [1] }, [1, 3]],
    ['two hierarchy entries', { preference_hierarchy: [2, 1] }, [1, 3, 4]],
    ['a user', { user_id: [1] }, [1, 2, 4]],
    ['two users', { user_id: [2, 1] }, [1, 2, 3, 4]],
    ['an e-mail', { user_email: ['ben@oak.example'] }, [3]],
    ['an e-mail in another case', { user_email: ['BEN@OAK.example'] }, [3]],
    ['the same e-mail twice', { user_email: ['BEN@OAK.example', 'ben@oak.example'] }, [3]],
    ['an application preference', { application_preference: [1] }, [1, 3]],
    ['two application preferences', { application_preference: [3, 2] }, [2, 4]],
    ['a type', { type: ['Entity'] }, [2]],
    ['both types', { type: ['Entity', 'Generic'] }, [1, 2, 3, 4]],
    ['two filters', { user_id: [1], name: ['Colour', 'Sound'] }, [1, 4]],
    ['two filters, the first of them empty', { id: [], name: ['Sound'] }, [4]],
    ['all filters', { ...filtersOf(first) }, [1]],
    ['filters that exclude each other, so none', { user_id: [1], user_email: ['ben@oak.example'] }, []],
    ['an unknown id, so none', { id: [99] }, []],
    ['a known id and an unknown one', { id: [99, 2] }, [2]],
    ['an unknown user, so none', { user_id: [99] }, []],
    ['a known e-mail and an unknown one', { user_email: ['nobody@oak.example', 'ben@oak.example'] }, [3]],
    ['an invalid e-mail, so none', { user_email: ['nobody'] }, []],
    [
      'unknown values of three filters, so none',
      { name: ['x'], preference_hierarchy: [99], application_preference: [99] },
      [],
    ],
    ['unknown filters, which are ignored', { colour: ['red'], entity: 5 }, [1, 2, 3, 4]],
  ])('answers the preferences that match %s', async (_, filters, ids) => {
    const { post } = open();
    const found = await post<{ id: number }[]>('/get-preference', filters);
    expect(found.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['id', 1],
    ['id', ['1']],
    ['id', [1.5]],
    ['name', 'Colour'],
    ['name', [1]],
    ['preference_hierarchy', [null]],
    ['user_id', {}],
    ['user_email', [true]],
    ['application_preference', ['Colour']],
    ['type', ['Other']],
    ['type', 'Entity'],
  ])('answers 400 for %s: %j', async (member, value) => {
    const { refusal } = open();
    expect(await refusal('POST', '/get-preference', { [member]: value })).toMatch(
      new RegExp(`^400 malformed_data ${member}`),
    );
  });

  it('answers 400 for a missing body and a body that is not an object', async () => {
    const { refusal } = open();
    for (const body of [undefined, 'null', '[]', '3', '"id"']) {
      expect(await refusal('POST', '/get-preference', body)).toMatch(/^400 malformed_data/);
    }
  });

  it('does not change the state', async () => {
    const { mock, post } = open();
    const before = mock.fingerprint();
    await post('/get-preference', {});
    expect(mock.fingerprint()).toBe(before);
  });
});

function filtersOf({
  id,
  name,
  preference_hierarchy,
  user_id,
  user_email,
  application_preference,
  type,
}: typeof first) {
  return {
    id: [id],
    name: [name],
    preference_hierarchy: [preference_hierarchy],
    user_id: [user_id],
    user_email: [user_email],
    application_preference: [application_preference],
    type: [type],
  };
}

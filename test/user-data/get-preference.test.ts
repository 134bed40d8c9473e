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

describe('D14: the filters of get-preference', () => {
  it.each<[string, object, number[]]>([
    ['none', {}, [1, 2, 3, 4]],
    ['empty lists', { id: [], name: [], user_email: [], type: [] }, [1, 2, 3, 4]],
    ['ids in any order', { id: [4, 1, 4] }, [1, 4]],
    ['a name', { name: ['Colour'] }, [1, 3]],
    ['a name in other letters', { name: ['colour'] }, []],
    ['a part of a name', { name: ['Col%'] }, []],
    ['two names', { name: ['Sound', 'My topics'] }, [2, 4]],
    ['a hierarchy entry', { preference_hierarchy: [1] }, [1, 3]],
    ['two hierarchy entries', { preference_hierarchy: [2, 1] }, [1, 3, 4]],
    ['a user', { user_id: [1] }, [1, 2, 4]],
    ['two users', { user_id: [2, 1] }, [1, 2, 3, 4]],
    ['an e-mail', { user_email: ['ben@oak.example'] }, [3]],
    ['an e-mail in other letters', { user_email: ['BEN@OAK.example'] }, [3]],
    ['the same e-mail twice', { user_email: ['BEN@OAK.example', 'ben@oak.example'] }, [3]],
    ['an application preference', { application_preference: [1] }, [1, 3]],
    ['two application preferences', { application_preference: [3, 2] }, [2, 4]],
    ['a type', { type: ['Entity'] }, [2]],
    ['both types', { type: ['Entity', 'Generic'] }, [1, 2, 3, 4]],
    ['two members', { user_id: [1], name: ['Colour', 'Sound'] }, [1, 4]],
    ['two members, the first of them empty', { id: [], name: ['Sound'] }, [4]],
    ['all members', { ...filtersOf(first) }, [1]],
    ['members that exclude each other', { user_id: [1], user_email: ['ben@oak.example'] }, []],
    ['an id that is not there', { id: [99] }, []],
    ['one that is there and one that is not', { id: [99, 2] }, [2]],
    ['an unknown user', { user_id: [99] }, []],
    ['an unknown e-mail', { user_email: ['nobody@oak.example', 'ben@oak.example'] }, [3]],
    ['what is no e-mail', { user_email: ['nobody'] }, []],
    ['unknown everything', { name: ['x'], preference_hierarchy: [99], application_preference: [99] }, []],
    ['what is no filter', { colour: ['red'], entity: 5 }, [1, 2, 3, 4]],
  ])('%s', async (_, filters, ids) => {
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
  ])('%s: %j is malformed', async (member, value) => {
    const { refusal } = open();
    expect(await refusal('POST', '/get-preference', { [member]: value })).toMatch(
      new RegExp(`^400 malformed_data ${member}`),
    );
  });

  it('a body that is no object is malformed, and so is none', async () => {
    const { refusal } = open();
    for (const body of [undefined, 'null', '[]', '3', '"id"']) {
      expect(await refusal('POST', '/get-preference', body)).toMatch(/^400 malformed_data/);
    }
  });

  it('reading through POST changes nothing', async () => {
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

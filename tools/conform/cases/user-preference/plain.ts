import { containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { createPreference, preferenceKinds } from '../preference-of-user.js';
import { refused } from '../refused.js';
import { newEntry } from '../user-data/new-records.js';

/** What is special about plain resources, of those with few such cases. */
export const plainCases = casesAbout('user-preference')({
  'application/no-name': {
    title: 'several applications may have no name, and an application may have no description: both are null then',
    ids: ['F1', 'UP-F8', 'UP-F9', 'X21'],
    creates: ['user-preference/application'],
    steps: ({ name }, api) =>
      api.post('/application', {
        body: [
          { description: name('description') },
          { name: null, description: name('description') },
          { name: name('application') },
        ],
        expect: { data: [{ name: null }, { name: null }, { description: null }] },
      }),
  },
  'preference-hierarchy/children': {
    title: 'the children of a deleted entry stay, without a parent, and keep their preferences',
    ids: ['F4', 'X19'],
    creates: [...preferenceKinds, 'user-preference/preference-hierarchy'],
    steps: async (world, api) => {
      const { id: parent } = await newEntry(world);
      const { id, label } = await newEntry(world, { parent });
      const preference = await createPreference(world, { preference_hierarchy: id });
      await api.delete(`/preference-hierarchy/${parent}`);
      await api.get('/preference-hierarchy', { expect: { data: containing({ id, label, parent: null }) } });
      await api.get('/preference', { expect: { data: containing({ id: preference.id }) } });
    },
  },
  'preference-hierarchy/own-parent': {
    title: 'an entry or one of its descendants as its parent gets 400, and any other entry does not',
    ids: ['F5'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world, api) => {
      const { id } = await newEntry(world);
      const child = await newEntry(world, { parent: id });
      const grandchild = await newEntry(world, { parent: child.id });
      for (const parent of [id, child.id, grandchild.id]) {
        await api.put(`/preference-hierarchy/${id}`, { body: { parent }, ...refused(400, 'parent') });
      }
      for (const [entry, parent] of [
        [grandchild.id, id],
        [child.id, null],
        [id, child.id],
      ]) {
        await api.put(`/preference-hierarchy/${entry}`, { body: { parent }, expect: { data: { id: entry, parent } } });
      }
    },
  },
});

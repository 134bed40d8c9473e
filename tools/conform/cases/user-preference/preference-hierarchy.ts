import { containing } from '../../patterns.js';
import { casesAbout } from '../cases-about.js';
import { preferenceKinds } from '../preference-of-user.js';
import { refused } from '../refused.js';
import { createEntry, createPreference } from './created.js';

export const preferenceHierarchyCases = casesAbout('user-preference/preference-hierarchy')({
  children: {
    title: 'the children of a deleted entry stay, without a parent, and keep their preferences',
    ids: ['F4', 'X19'],
    creates: [...preferenceKinds, 'user-preference/preference-hierarchy'],
    steps: async (world, api) => {
      const { id: parent } = await createEntry(world);
      const child = await createEntry(world, { parent });
      const preference = await createPreference(world, { preference_hierarchy: child.id });
      await api.delete(`/preference-hierarchy/${parent}`);
      await api.get('/preference-hierarchy', {
        expect: { data: containing({ id: child.id, label: child.label, parent: null }) },
      });
      await api.get('/preference', { expect: { data: containing({ id: preference.id }) } });
    },
  },
  'own-parent': {
    title: 'an entry or one of its descendants as its parent gets 400, and any other entry does not',
    ids: ['F5'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world, api) => {
      const { id } = await createEntry(world);
      const child = await createEntry(world, { parent: id });
      const grandchild = await createEntry(world, { parent: child.id });
      for (const parent of [id, child.id, grandchild.id]) {
        await api.put(`/preference-hierarchy/${id}`, { body: { parent }, ...refused(400, 'parent') });
      }
      const move = (entry: number, parent: number | null) =>
        api.put(`/preference-hierarchy/${entry}`, {
          body: { parent },
          expect: { data: { id: entry, parent } },
        });
      await move(grandchild.id, id);
      await move(child.id, null);
      await move(id, child.id);
    },
  },
  'in-user-data': {
    title: 'an entry that user-preference created is listed by user-data',
    ids: ['X1'],
    creates: ['user-preference/preference-hierarchy'],
    steps: async (world) => {
      const { id, label } = await createEntry(world);
      await world.userData.get('/preference-hierarchy', { expect: { data: containing({ id, label }) } });
    },
  },
});

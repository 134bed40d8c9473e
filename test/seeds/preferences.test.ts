import { preferences } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { open } from '../support/user-preference.js';

interface Composite {
  readonly name: string;
  readonly type: 'Entity' | 'Generic';
  readonly preference_hierarchy: number | null;
  readonly generic: readonly { readonly preference_value: string | null }[];
  readonly entity: readonly { readonly entity_gid: string | null }[];
}
type Category = { id: number; label: string; parent: number | null };

const play = () => open({ scenario: preferences, seed: 7 });
const of = (key: string, more: object = {}) => ({ user_email: [`${key}@mailbox.example`], ...more });

describe('preferences', () => {
  it('pia has preferences of both types with no, one, several and null values', async () => {
    const { userData } = play();
    const all = await userData.post<Composite[]>('/get-preference', of('pia'));
    const formsOf = (type: Composite['type']) =>
      all
        .filter((preference) => preference.type === type)
        .map(({ generic, entity }) => [
          ...generic.map(({ preference_value }) => preference_value),
          ...entity.map(({ entity_gid }) => entity_gid),
        ]);
    for (const forms of [formsOf('Generic'), formsOf('Entity')]) {
      expect(new Set(forms.map(({ length }) => Math.min(length, 2)))).toEqual(new Set([0, 1, 2]));
      expect(forms.flat()).toContain(null);
    }
  });

  it('user-data and user-preference list the same preferences', async () => {
    const { userData, userPreference } = play();
    for (const key of ['pia', 'paolo', 'piotr']) {
      const listed = await userData.post<Composite[]>('/get-preference', of(key));
      expect(await userPreference.post('/get-preference', of(key))).toEqual(listed);
      expect(listed.length === 0).toBe(key === 'piotr');
    }
  });

  it('the hierarchy has eight levels, and pia has a preference at each and one without a category', async () => {
    const { userPreference } = play();
    const categories = await userPreference.get<Category[]>('/preference-hierarchy');
    const depthOf = (id: number | null): number => {
      const category = categories.find((category) => category.id === id);
      return category === undefined ? 0 : 1 + depthOf(category.parent);
    };
    expect(Math.max(...categories.map(({ id }) => depthOf(id)))).toBe(8);
    const filed = await userPreference.post<Composite[]>('/get-preference', of('pia', { type: ['Entity'] }));
    const depths = new Set(filed.map(({ preference_hierarchy }) => depthOf(preference_hierarchy)));
    // Depth 0: a preference without a category.
    expect([...depths].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('paolo has the same application preference in two categories', async () => {
    const { userPreference } = play();
    const digests = await userPreference.post<Composite[]>(
      '/get-preference',
      of('paolo', { name: ['Digest frequency'] }),
    );
    expect(digests.map(({ generic }) => generic[0]?.preference_value)).toEqual(['never', 'daily']);
    expect(new Set(digests.map(({ preference_hierarchy }) => preference_hierarchy)).size).toBe(2);
  });

  it('legacy preferences have values of every JSON type, and nobody has set text-size', async () => {
    const { mock, userData } = play();
    const legacy = await userData.get<{ preference_value: object }[]>(
      '/user-preference?user_email=pia@mailbox.example',
    );
    const kinds = legacy.flatMap(({ preference_value }) =>
      Object.values(preference_value).map((value) =>
        Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value,
      ),
    );
    expect(new Set(kinds)).toEqual(new Set(['number', 'string', 'boolean', 'array', 'null', 'object']));
    const chosen = new Set(mock.data.preference.getAll().map(({ application_preference }) => application_preference));
    const slugs = mock.data.application_preference
      .getAll()
      .flatMap(({ id, preference_slug }) => (chosen.has(id) ? [] : [preference_slug]));
    expect(slugs).toEqual(['text-size']);
  });

  it('GET /user-application-preference lists every value of both applications', async () => {
    const { mock, userData } = play();
    const lists = await Promise.all(
      [1, 2].map((id) => userData.get<{ type: string }[]>(`/user-application-preference/${id}/1`)),
    );
    const [ofWeb = [], ofMobile = []] = lists;
    expect(new Set(ofWeb.map(({ type }) => type))).toEqual(new Set(['Entity', 'Generic']));
    expect(new Set(ofMobile.map(({ type }) => type))).toEqual(new Set(['Generic']));
    const { entity_preference, generic_preference } = mock.data;
    const ofPaolo = await Promise.all(
      [1, 2].map((id) => userData.get<object[]>(`/user-application-preference/${id}/2`)),
    );
    const total = [...lists, ...ofPaolo].flat().length;
    expect(total).toBe(entity_preference.count() + generic_preference.count());
  });
});

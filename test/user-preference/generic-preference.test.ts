import { describe, expect, it } from 'vitest';
import { open } from '../support/user-preference.js';

const KEY = "preference_value'";

describe('The key of a generic value', () => {
  it.each([
    ['off', ['preference_value']],
    ['on', [KEY]],
    ['both', ['preference_value', KEY]],
  ] as const)(
    'UP-F17, D11: apostropheKey %s answers values with the keys %j on every route',
    async (apostropheKey, keys) => {
      const { userPreference } = open({ behavior: { apostropheKey } });
      const spelled = (value: string | null) => Object.fromEntries(keys.map((key) => [key, value]));
      const first = { id: 1, preference_id: 1, ...spelled('daily'), schema_version: 1 };
      const second = { id: 2, preference_id: 3, ...spelled('large'), schema_version: null };
      expect(await userPreference.get('/generic-preference')).toEqual([first, second]);
      expect(await userPreference.post('/generic-preference', [{ preference_id: 3 }])).toEqual([
        { id: 3, preference_id: 3, ...spelled(null), schema_version: null },
      ]);
      expect(await userPreference.put('/generic-preference/2', { schema_version: 4 })).toEqual([
        { ...second, schema_version: 4 },
      ]);
      expect(await userPreference.delete('/generic-preference/3')).toEqual([
        { id: 3, preference_id: 3, ...spelled(null), schema_version: null },
      ]);
      expect(await userPreference.post('/get-preference', { id: [1] })).toMatchObject([
        { generic: [{ id: 1, ...spelled('daily'), schema_version: 1 }] },
      ]);
      const setting = { user_id: 3, application_preference: 1, preference_hierarchy: 1 };
      const [set] = await userPreference.post<{ generic: object[] }[]>('/set-preference', [
        { ...setting, generic: [{ preference_value: 'hourly' }] },
      ]);
      expect(set?.generic).toEqual([{ id: 4, ...spelled('hourly'), schema_version: null }]);
    },
  );
});

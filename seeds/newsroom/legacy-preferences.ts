import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import type { Draw } from '../factories/faker.js';
import type { NewsroomReader } from './people.js';

/** Legacy preferences: one JSON object for each reader and preference. */
export function seedLegacyPreferences({ data }: ScenarioContext, draw: Draw, readers: readonly NewsroomReader[]): void {
  const digestTime = data.legacy_preference.create({ name: 'Digest time', slug: 'digest-time' }).id;
  const layout = data.legacy_preference.create({ name: 'Layout', slug: 'layout' }).id;
  const muted = data.legacy_preference.create({ name: 'Muted sources', slug: 'muted-sources' }).id;

  for (const [place, { email }] of readers.entries()) {
    // Every third reader, starting with Alice, has legacy preferences.
    if (place % 3 !== 0) continue;
    const keep = (preference_id: number, preference_value: Record<string, string | number | boolean | string[]>) =>
      data.legacy_user_preference.create({ user_email: email, preference_id, preference_value });
    draw('legacy_user_preference', email, ({ helpers, number }) => {
      keep(digestTime, { hour: number.int({ min: 5, max: 9 }), minute: helpers.arrayElement([0, 15, 30, 45]) });
      keep(layout, { theme: helpers.arrayElement(['light', 'dark']), compact: number.int(1) === 1 });
      if (number.int(1) === 1)
        keep(muted, { names: helpers.arrayElements(['The Floor', 'Shelf Life', 'Byte Daily'], 2) });
    });
  }
}

import type { CaseAbout } from '../cases-about.js';
import { otherCase } from '../plain/plain-case.js';
import { labelOf, newColumns, preferenceParts } from '../preference-of-user.js';
import { refused } from '../refused.js';

type WriteSteps = CaseAbout['steps'];

/*
 * What is true wherever a preference is written: with set-preference of both APIs, and with POST /preference.
 */

/** The type is Generic by default, and case-insensitive. */
export function typeSteps(path: string): WriteSteps {
  return async (world, api) => {
    const types = [
      [undefined, 'Generic'],
      [null, 'Generic'],
      ['ENTITY', 'Entity'],
      ['gEnErIc', 'Generic'],
    ] as const;
    for (const [type, answered] of types) {
      const body = [await newColumns(world, { type })];
      await api.post(path, { body, expect: { data: [{ type: answered }] } });
    }
  };
}

/** Without a name, or with an empty one, a preference gets the label of its application preference. */
export function noNameSteps(path: string): WriteSteps {
  return async (world, api) => {
    for (const name of ['', undefined, null]) {
      const parts = await preferenceParts(world);
      const label = await labelOf(world, parts.application_preference);
      await api.post(path, { body: [{ ...parts, name }], expect: { data: [{ name: label }] } });
    }
  };
}

/** The id or the e-mail of the user is enough, in any case, and the other is filled in. */
export function userSteps(path: string): WriteSteps {
  return async (world, api) => {
    const { user_id, user_email, ...parts } = await newColumns(world);
    const user = { user_id, user_email };
    for (const given of [{ user_id }, { user_email }, { user_email: otherCase(user_email) }]) {
      await api.post(path, { body: [{ ...parts, ...given }], expect: { data: [user] } });
    }
    await api.post(path, { body: [parts], ...refused(400) });
  };
}

import type { Row } from '../../src/model/tables.js';
import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import { preferenceParts } from '../factories/preferences.js';

/** Preferences with empty values or with unusually large ones. */
export function awkwardPreferences(context: ScenarioContext, application_id: number, owner: Row<'user'>): void {
  const { data } = context;
  const { option, file, set, follow } = preferenceParts(context);
  const top = file('<i>Everything</i> & more', '');
  const below = file('الإعدادات ⚙️', null, top);
  const note = option(application_id, 'note', 'Note “to self”', '');
  const list = option(application_id, '…', '🙂', null);
  set(
    owner,
    note,
    below,
    '',
    null,
    ' ',
    '{"a": [1, "<b>", null]}',
    'é e\u0301 \u202eabc\u202c 👩🏽‍💻',
    '0'.repeat(2_000),
  );
  follow(owner, list, null, ['', null, 'company_Æ/ø%20?#', 'topic'.repeat(100)]);

  const legacy = data.legacy_preference.create({ name: '"Legacy"', slug: '"' });
  data.legacy_user_preference.create({
    user_email: owner.email,
    preference_id: legacy.id,
    preference_value: {
      '': null,
      'a.b[0]': [[], {}, [[]]],
      '💡': '<b>',
      toString: -0.5,
      big: 1e21,
      deep: { er: { er: {} } },
    },
  });
}

import * as z from 'zod/mini';
import { id, referenceId, requiredText, text } from '../../foundation/common-schemas.js';
import { type DefaultContext, defineTable, reference, type TablesOf, type TableType } from '../define-table.js';
import { uniqueSlug } from '../slug.js';
import { application } from './application.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The id of the application that offers it. */
  application_id: referenceId,
  /** The name that people see. */
  preference_label: requiredText,
  /** Unique. Default: the label in lower case with hyphens, and a number if that is taken. */
  preference_slug: requiredText,
  /** What it is for; any text. */
  preference_description: z.nullable(text),
};
type ApplicationPreferenceTable = TablesOf<TableType<'application_preference', typeof columns>>;

export const applicationPreference = defineTable({
  name: 'application_preference',
  columns,
  unique: [['preference_slug']],
  numbered: ['preference_slug'],
  references: [reference(application, { application_id: 'id' })],
  defaults: {
    preference_slug: ({ tables }: DefaultContext<ApplicationPreferenceTable>, { id, preference_label }) =>
      uniqueSlug(preference_label, 'preference', {
        table: tables.application_preference,
        column: 'preference_slug',
        id,
      }),
  },
  sample: { preference_label: ({ n }) => `Preference ${n}` },
});

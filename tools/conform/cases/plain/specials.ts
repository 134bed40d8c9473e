import type { Need, World } from '../../case.js';
import type { RecordKind } from '../../kinds.js';

/** What the definition of a resource does not contain. */
interface Special {
  /** What must be found on the server first. */
  readonly needs?: readonly Need[];
  /** Values of columns, of a new record or for a change. */
  readonly values?: (world: World, isChange: boolean) => Readonly<Record<string, unknown>>;
  /** Values of the records that a column refers to. */
  readonly refersTo?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Columns whose key in answers depends on a switch. */
  readonly hidden?: readonly string[];
  /** The generated cases that would be wrong, with the reason in a comment. */
  readonly without?: readonly string[];
}

const genericPreference: Special = {
  // If the server accepts a value that it should have rejected, the run finds the record by its name.
  values: ({ name }) => ({ preference_value: name('value') }),
  hidden: ['preference_value'],
};

export const specials: Readonly<Partial<Record<RecordKind, Special>>> = {
  'user-data/client': {
    values: (_, isChange) => ({
      // The status is that of a deletion, and the domains decide which e-mails users may have.
      status: 'active',
      domain: isChange ? ['changed.example'] : ['conform.example', 'other.example'],
    }),
  },
  'user-data/feature-package': { values: (_, isChange) => ({ display_order: isChange ? 3 : 7 }) },
  'user-data/user-preference': {
    values: (_, isChange) => ({ preference_value: { theme: isChange ? 'light' : 'dark', size: 3 } }),
    // POST replaces the values of a user, so that a second one is not a conflict.
    without: ['unique'],
  },
  'user-data/entity-preference': { refersTo: { preference_id: { type: 'Entity' } } },
  'user-preference/entity-preference': { refersTo: { preference_id: { type: 'Entity' } } },
  'user-data/generic-preference': genericPreference,
  'user-preference/generic-preference': genericPreference,
  'user-data/brief-client': {
    needs: ['briefId'],
    values: ({ briefId }) => ({ brief_id: briefId }),
    // This case needs another brief, and is written by hand for both of its paths.
    without: ['update'],
  },
  'user-data/content-entitlement': { values: () => ({ content_type: 'brief' }) },
};

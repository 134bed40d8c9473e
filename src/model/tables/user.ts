import * as z from 'zod/mini';
import { email, id, referenceId, requiredText, text } from '../../foundation/common-schemas.js';
import { formatTexts } from '../../foundation/format-value.js';
import { getOrInsert } from '../../foundation/get-or-insert.js';
import type { Issue } from '../../foundation/mock-error.js';
import { cycle } from '../cycle.js';
import { defineTable, type RowOf, reference, type SampleContext, type TablesOf } from '../define-table.js';
import { client } from './client.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The id in the CRM; any text. */
  sf_id: z.nullable(text),
  /** The first name; several users may have the same unless `behavior.uniqueFirstName` is on. */
  fname: requiredText,
  /** The last name. */
  lname: requiredText,
  /** Unique and case-insensitive. If the client lists domains, it must be in one of them. */
  email,
  /** The id of the client that the user belongs to; null if there is none. */
  client_id: z.nullable(referenceId),
  /** The role at the client; gives no access. Default `normal`. */
  user_type: z.enum(['normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker']),
};

export const user = defineTable({
  name: 'user',
  columns,
  caseInsensitive: ['email'],
  unique: [['email']],
  references: [reference(client, { client_id: 'id' }, 'clear')],
  indexes: [['fname']],
  defaults: { user_type: 'normal' },
  checks: [emailInDomainOfClient],
  sample: {
    fname: ({ n }) => cycle(FIRST_NAMES, n),
    lname: ({ n }) => cycle(LAST_NAMES, n),
    // D5: if the client lists domains, the e-mail has to be in one of them.
    email: ({ n, row, tables }: SampleContext<typeof columns, TablesOf<typeof client>>) =>
      `user-${n}@${tables.client.get(row.client_id ?? 0)?.domain?.[0] ?? 'example.com'}`,
  },
});

/** D5, D36: if a client lists domains, its users have an e-mail in one of them. */
function emailInDomainOfClient(user: RowOf<typeof columns>, tables: TablesOf<typeof client>): Issue | undefined {
  const domains = (user.client_id !== null && tables.client.get(user.client_id)?.domain) || [];
  if (isInDomains(user.email, domains)) return undefined;
  const domain = domainOf(user.email);
  return { path: 'email', message: `the domain ${domain} is not allowed; the client allows ${formatTexts(domains)}` };
}

/** An empty list allows any domain. */
export function isInDomains(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || allowedBy(domains).has(domainOf(email));
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

// Records are immutable, so the set of a record's domains can be cached.
const allowed = new WeakMap<readonly string[], ReadonlySet<string>>();

/** The domains in lower case. A client can have many domains and many users. */
function allowedBy(domains: readonly string[]): ReadonlySet<string> {
  return getOrInsert(allowed, domains, () => new Set(domains.map((domain) => domain.toLowerCase())));
}

// The lengths have no common divisor, so that many pairs of names differ before the first one repeats.
const FIRST_NAMES = ['Ada', 'Ben', 'Carla', 'Dev', 'Elif', 'Femi', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kaya'];
const LAST_NAMES = ['Adler', 'Brooks', 'Castro', 'Dahl', 'Engel', 'Fonseca', 'Grant', 'Hansen', 'Ito', 'Jansen'];

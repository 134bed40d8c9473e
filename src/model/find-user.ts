import { didYouMeanEmail } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { notFound } from '../foundation/mock-error.js';
import type { Row, Tables } from './tables.js';

/** The user with an e-mail. @throws MockError `not_found`, with similar e-mails */
export function userWith(email: string, { user }: Pick<Tables, 'user'>): Row<'user'> {
  const found = user.find({ email });
  if (found !== undefined) return found;
  const hint = didYouMeanEmail(email, { count: user.size, list: () => user.all().map((other) => other.email) });
  throw notFound(`There is no user ${formatValue(email)}${hint}`);
}

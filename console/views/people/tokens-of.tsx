import type { Row } from 'briefs-mock';
import { type ReadClock, timeOf, useConsole } from '../../model/console-model.js';
import { useAnswer } from '../../model/use-answer.js';
import { CopyButton } from '../../parts/copy-button.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Table } from '../../parts/table.jsx';
import { expiryText } from './token-button.jsx';

/** As many tokens as are shown. */
const LIMIT = 200;

/** The tokens that a user has, and whether they have expired. */
export function TokensOf({ email }: { readonly email: string }) {
  const { clock } = useConsole();
  const { value, error } = useAnswer<{ data: Row<'access_token'>[] }>('/__mock/data/access_token', {
    query: { search: email },
    topics: ['state', 'tokens'],
  });
  const tokens = value?.data.filter((one) => one.email.toLowerCase() === email.toLowerCase()) ?? [];
  return (
    <>
      <Failure error={error} />
      {value !== undefined && tokens.length === 0 && <p class="quiet">This person has no token yet.</p>}
      {tokens.length > 0 && (
        <Table aria-label="Tokens that this person has" columns={['Token', 'Valid']}>
          {tokens.slice(0, LIMIT).map(({ token, expires_at }) => (
            <tr key={token}>
              <td>
                <code>{token}</code> <CopyButton label="Copy" text={() => token} />
              </td>
              <td>
                {isExpired(expires_at, clock.value) ? (
                  <span class="bad">expired</span>
                ) : (
                  <span class="good">valid</span>
                )}
                <span class="quiet">, {expiryText(expires_at)}</span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {tokens.length > LIMIT && <p class="quiet">These are the first {LIMIT}.</p>}
    </>
  );
}

function isExpired(expiresAt: number | null, clock: ReadClock | undefined): boolean {
  return expiresAt !== null && clock !== undefined && expiresAt * 1000 <= timeOf(clock);
}

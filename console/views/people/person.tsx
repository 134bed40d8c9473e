import { useSignal } from '@preact/signals';
import type { Persona, Row } from 'briefs-mock';
import { useRef } from 'preact/hooks';
import { useAnswer } from '../../model/use-answer.js';
import { bound } from '../../parts/bound.js';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Options } from '../../parts/options.jsx';
import { Page } from '../../parts/page.jsx';
import { BriefsOf } from './briefs-of.jsx';
import { TokenButton } from './token-button.jsx';
import { TokensOf } from './tokens-of.jsx';

const UNITS = { second: 1, minute: 60, hour: 3600, day: 86_400 };

/** One user: their tokens, and the briefs that they see. */
export function Person({ email, persona }: { readonly email: string; readonly persona: Persona | undefined }) {
  const { value, error } = useAnswer<{ data: Row<'user'>[] }>('/__mock/data/user', {
    query: { search: email },
    topics: ['state'],
  });
  const user = value?.data.find((one) => one.email.toLowerCase() === email.toLowerCase());
  return (
    <Page
      title={user ? `${user.fname} ${user.lname}` : email}
      about={persona?.description ?? email}
      tools={
        <>
          <Link to={['people']}>All people</Link>
          {user && <Link to={['state', 'user', user.id]}>Record of the user</Link>}
        </>
      }
    >
      <Failure error={error} />
      {value !== undefined && user === undefined && <p>There is no user with the e-mail {email}.</p>}
      {user && (
        <>
          {persona && <p class="quiet">{email}</p>}
          <section aria-labelledby="tokens">
            <h2 id="tokens">Tokens</h2>
            <NewToken email={user.email} name={user.fname} />
            <TokensOf email={user.email} />
          </section>
          <BriefsOf user={user} />
        </>
      )}
    </Page>
  );
}

function NewToken({ email, name }: { readonly email: string; readonly name: string }) {
  const amount = useSignal('');
  const unit = useSignal<keyof typeof UNITS>('hour');
  const field = useRef<HTMLInputElement>(null);
  const lifetime = amount.value === '' ? undefined : Number(amount.value) * UNITS[unit.value];
  return (
    <div class="actions">
      <TokenButton email={email} name={name} lifetime={lifetime} field={field} />
      <label>
        that expires after{' '}
        <input ref={field} type="number" class="short" min="1" placeholder="never" {...bound(amount)} />
      </label>
      <select aria-label="Unit of the lifetime" {...bound(unit)}>
        <Options of={Object.keys(UNITS).map((name) => [name, `${name}s`])} />
      </select>
      <span class="quiet">by the clock of the mock</span>
    </div>
  );
}

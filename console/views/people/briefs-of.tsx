import type { Explanation, Fault, Row } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useAnswer } from '../../model/use-answer.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { Disclosure } from '../../parts/disclosure.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Table } from '../../parts/table.jsx';
import { lackingText, reasons, WAYS } from './ways.js';

type Missing = Explanation['missing'][number];

/** What this person sees: the brief list of the public API and, for the other briefs, why they are not in it. */
export function BriefsOf({ user }: { readonly user: Row<'user'> }) {
  const { api, live } = useConsole();
  const { value, error } = useAnswer<{ data: Explanation[] }>('/__mock/explain', {
    query: { email: user.email },
    topics: ['state'],
  });
  const { value: faults, error: faultsError } = useAnswer<{ data: Fault[] }>('/__mock/faults', { topics: ['faults'] });
  if (value === undefined || faults === undefined) return <Failure error={error ?? faultsError} />;
  const rule = emptyListFor(user.email);
  const present = faults.data.find((one) => isSame(one, rule));
  const without = present && 'Without the rule: ';
  const listed = value.data.filter((one) => one.listed);
  const others = value.data.filter((one) => !one.listed);
  return (
    <>
      {present && <EmptyList user={user} rule={present} />}
      <section aria-labelledby="listed">
        <h2 id="listed">
          {without}
          {without ? 'the briefs' : 'Briefs'} that {user.fname} sees <span class="quiet">{listed.length}</span>
        </h2>
        <p class="about">The list that GET /public-api/v1/brief answers, in its order.</p>
        {!present && (
          <p class="actions">
            <ActionButton onAct={() => api.send('POST', '/__mock/faults', rule)}>
              Answer {user.fname} an empty list
            </ActionButton>
            <span class="quiet">by a fault rule: the records stay as they are</span>
          </p>
        )}
        {listed.length > 0 && <Listed briefs={listed} />}
      </section>
      {others.length > 0 && (
        <section aria-labelledby="unlisted">
          <h2 id="unlisted">
            {without}
            {without ? 'the briefs' : 'Briefs'} that {user.fname} does not see{' '}
            <span class="quiet">{others.length}</span>
          </h2>
          <p class="about">
            One of the ways is enough.{live.hasHistory.value && ' What you add here can be undone in Time.'}
          </p>
          {others.map((one) => (
            <Unlisted key={one.brief} user={user} explanation={one} />
          ))}
        </section>
      )}
    </>
  );
}

/** A fault rule hides the briefs of this person. */
function EmptyList({ user, rule }: { readonly user: Row<'user'>; readonly rule: Fault }) {
  const { api } = useConsole();
  return (
    <section aria-labelledby="empty-list">
      <h2 id="empty-list">{user.fname} gets an empty list</h2>
      <p class="actions">
        <span>
          Because of <Link to={['faults']}>fault rule {rule.id}</Link>, GET /public-api/v1/brief answers {user.fname} no
          briefs.
        </span>
        <ActionButton onAct={() => api.send('DELETE', `/__mock/faults/${rule.id}`)}>Remove the rule</ActionButton>
      </p>
    </section>
  );
}

function Listed({ briefs }: { readonly briefs: readonly Explanation[] }) {
  return (
    <Table aria-labelledby="listed" columns={['Brief', 'Because of']}>
      {briefs.map(({ brief, ways }) => (
        <tr key={brief}>
          <th scope="row">
            <BriefLink slug={brief} />
          </th>
          <td>{reasons(ways)}</td>
        </tr>
      ))}
    </Table>
  );
}

function BriefLink({ slug }: { readonly slug: string }) {
  return (
    <Link to={['state', 'brief']} query={{ search: slug }}>
      {slug}
    </Link>
  );
}

/** A fault rule that shows an application its empty list, without a change of the records. */
function emptyListFor(email: string) {
  return { method: 'GET', path: '/public-api/v1/brief', match: { caller: email }, body: { data: [] } };
}

function isSame(fault: Fault, { method, path, match, body }: ReturnType<typeof emptyListFor>): boolean {
  return (
    fault.method === method &&
    fault.path === path &&
    fault.match?.caller === match.caller &&
    JSON.stringify(fault.body) === JSON.stringify(body)
  );
}

function Unlisted({ user, explanation }: { readonly user: Row<'user'>; readonly explanation: Explanation }) {
  const { brief, missing, ways } = explanation;
  const summary = (
    <>
      {brief} <span class="quiet">{lackingText(explanation)}</span>
    </>
  );
  return (
    <Disclosure summary={summary}>
      {() => (
        <>
          {missing.length > 0 && (
            <p>
              In any case: <Lacking user={user} missing={missing} />
            </p>
          )}
          <Table aria-label={`Ways to ${brief}`} columns={['Way', 'What is missing']}>
            {ways.map(({ way, missing: lacking }) => (
              <tr key={way}>
                <th scope="row">{WAYS[way]}</th>
                <td>{lacking.length === 0 ? 'nothing' : <Lacking user={user} missing={lacking} />}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </Disclosure>
  );
}

/** What is missing and, where it is one record, a button that adds or changes it. */
function Lacking({ user, missing }: { readonly user: Row<'user'>; readonly missing: readonly Missing[] }) {
  const { api } = useConsole();
  const [only, ...others] = missing;
  const canSupply = only !== undefined && others.length === 0 && Object.keys(only.values).length > 0;
  return (
    <>
      {missing.map(({ message }) => message).join('; ')}{' '}
      {canSupply && (
        <ActionButton kind="small" onAct={() => supply(only)}>
          {only.key === null ? `Create this ${only.table}` : settingText(only)}
        </ActionButton>
      )}
    </>
  );

  function supply({ table, key, values }: Missing): Promise<unknown> {
    if (key !== null) {
      return api.send('PATCH', `/__mock/data/${table}/${encodeURIComponent(String(key))}`, values);
    }
    // An entitlement repeats the name of its user.
    const { fname, lname } = user;
    return api.send('POST', `/__mock/data/${table}`, {
      ...values,
      ...(table === 'brief_entitlement' && { fname, lname }),
    });
  }
}

/** Such as `Set is_public to true`. */
function settingText({ values }: Missing): string {
  return `Set ${Object.entries(values)
    .map(([column, value]) => `${column} to ${value}`)
    .join(', ')}`;
}

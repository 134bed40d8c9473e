import { type Signal, useSignal } from '@preact/signals';
import type { Explanation, Persona } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { type ControlApi, ControlError } from '../../model/control-api.js';
import { useLoaded } from '../../model/use-loaded.js';
import { usePersonas } from '../../model/use-personas.js';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Page } from '../../parts/page.jsx';
import { lackingText, reasons } from './ways.js';

/** The most personas that are shown: each takes a call after every change. */
const LIMIT = 50;

/** Which persona sees which brief; each cell tells why: `#/people/matrix`. */
export function Matrix() {
  const { api, live } = useConsole();
  const { personas, isLoaded, error: personasError } = usePersonas();
  const { value, error } = useLoaded(
    () =>
      Promise.all(personas.slice(0, LIMIT).map((one) => columnOf(api, one))).then((all) =>
        all.flatMap((column) => column ?? []),
      ),
    personas.map(({ email }) => email).join(),
    [live.versions.state],
  ).value;
  const chosen = useSignal<ChosenCell | undefined>(undefined);
  const columns = value ?? [];
  const briefs = [...new Set(columns.flatMap(({ byBrief }) => [...byBrief.keys()]))].sort();
  const explained = columns.find(({ email }) => email === chosen.value?.email);
  const explanation = explained?.byBrief.get(chosen.value?.brief ?? '');
  return (
    <Page
      title="People by briefs"
      about="Who sees which brief, and why."
      tools={<Link to={['people']}>All people</Link>}
    >
      <Failure error={personasError ?? error} />
      {isLoaded && personas.length === 0 && <p class="quiet">This scenario has no personas.</p>}
      <p role="status" class="explained">
        {explained === undefined || explanation === undefined ? (
          <span class="quiet">Choose a cell to see why.</span>
        ) : (
          <>
            <Link to={['people', explained.email]}>{explained.key}</Link> {explanation.listed ? 'sees' : 'does not see'}{' '}
            <strong>{explanation.brief}</strong>:{' '}
            {explanation.listed ? reasons(explanation.ways) : lackingText(explanation)}
          </>
        )}
      </p>
      <div class="scroll-x" role="region" aria-label="People by briefs" tabIndex={0}>
        <table class="matrix">
          <thead>
            <tr>
              <td />
              {columns.map(({ key, email }) => (
                <th key={email} scope="col" title={email}>
                  <Link to={['people', email]}>{key}</Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {briefs.map((brief) => (
              <tr key={brief}>
                <th scope="row">{brief}</th>
                {columns.map((column) => (
                  <Cell key={column.email} column={column} brief={brief} chosen={chosen} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {personas.length > LIMIT && <p class="quiet">These are the first {LIMIT}.</p>}
    </Page>
  );
}

interface ChosenCell {
  readonly email: string;
  readonly brief: string;
}

/** What one person is answered about each brief. */
interface PersonColumn extends Pick<Persona, 'key' | 'email'> {
  readonly byBrief: ReadonlyMap<string, Explanation>;
}

interface CellProps {
  readonly column: PersonColumn;
  readonly brief: string;
  readonly chosen: Signal<ChosenCell | undefined>;
}

function Cell({ column: { key, email, byBrief }, brief, chosen }: CellProps) {
  const isListed = byBrief.get(brief)?.listed ?? false;
  const isChosen = chosen.value?.email === email && chosen.value.brief === brief;
  return (
    <td>
      <button
        type="button"
        class={isListed ? 'good' : 'quiet'}
        aria-pressed={isChosen}
        aria-label={`${key} ${isListed ? 'sees' : 'does not see'} ${brief}`}
        onClick={() => (chosen.value = { email, brief })}
      >
        {isListed ? '✓' : '–'}
      </button>
    </td>
  );
}

async function columnOf(api: ControlApi, { key, email }: Persona): Promise<PersonColumn | undefined> {
  try {
    const { data } = await api.get<{ data: Explanation[] }>('/__mock/explain', { email });
    return { key, email, byBrief: new Map(data.map((one) => [one.brief, one])) };
  } catch (error) {
    // Somebody has deleted this user.
    if (error instanceof ControlError && error.status === 404) return undefined;
    throw error;
  }
}

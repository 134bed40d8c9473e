import type { StateChanges } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useAnswer } from '../../model/use-answer.js';
import { useChangesOf } from '../../model/use-changes-of.js';
import type { ListedHistory } from '../../model/use-kept-revisions.js';
import { useLoadedOf } from '../../model/use-loaded.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { BranchButton } from '../../parts/branch-button.jsx';
import { ChangesList } from '../../parts/changes-list.jsx';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { timeText } from '../../parts/time-text.js';
import { WriteTestButton } from '../../parts/write-test-button.jsx';
import { CauseOf } from './cause.jsx';
import type { RevisionPlace } from './scale.jsx';

/** The state after a change: what that change did, what differs from now, and the ways to go there. */
export function Revision({ revision, oldest, newest }: RevisionPlace) {
  if (Number.isInteger(revision) && revision >= oldest && revision <= newest) {
    return <KeptRevision revision={revision} oldest={oldest} newest={newest} />;
  }
  const isDropped = Number.isInteger(revision) && revision >= 0 && revision < oldest;
  return (
    <p>
      {isDropped ? `Revision ${revision} is no longer kept.` : 'There is no such revision.'} The session keeps the
      revisions {oldest} to {newest}. <Link to={['time']}>All changes</Link>
    </p>
  );
}

function KeptRevision({ revision, oldest, newest }: RevisionPlace) {
  const { api, live } = useConsole();
  const isFirst = revision === oldest;
  const step = useChangesOf(isFirst ? 0 : revision);
  const { value: page } = useAnswer<ListedHistory>('/__mock/history', { query: { limit: 1, before: revision + 1 } });
  const { value: difference, error } = useLoadedOf(
    (signal) => api.get<{ data: StateChanges }>('/__mock/changes', { since: revision }, signal),
    `difference ${revision}`,
    [live.versions.state, live.versions.clock],
  );
  // The answer may be that for the former revision still.
  const entry = page?.data.find((one) => one.revision === revision);
  return (
    <>
      <section aria-labelledby="step">
        <p class="actions">
          {revision > oldest && <Link to={['time', revision - 1]}>Earlier</Link>}
          {revision < newest && <Link to={['time', revision + 1]}>Later</Link>}
          <Link to={['time']}>All changes and the clock</Link>
        </p>
        <h2 id="step">Revision {revision}</h2>
        {isFirst && <p>The state before the first change that is kept.</p>}
        {entry && (
          <p>
            <CauseOf entry={entry} /> at <time dateTime={entry.at}>{timeText(entry.at)}</time>
          </p>
        )}
        <Actions revision={revision} oldest={oldest} newest={newest} />
        <Failure error={step.error} />
      </section>
      {step.changes && (
        <section aria-labelledby="changed">
          <h2 id="changed">What this change did</h2>
          <ChangesList key={revision} changes={step.changes} none="It changed no record and not the clock." />
        </section>
      )}
      <section aria-labelledby="since">
        <h2 id="since">What has changed since then</h2>
        <Failure error={error} />
        {difference && (
          <ChangesList key={revision} changes={difference.data} none="Nothing: the present state is the same." />
        )}
      </section>
    </>
  );
}

function Actions({ revision, oldest, newest }: RevisionPlace) {
  const { api } = useConsole();
  const goBackTo = (target: number) => () => api.send('POST', '/__mock/rewind', { revision: target });
  return (
    <div class="actions">
      <ActionButton
        kind="main"
        disabled={revision === newest}
        onAct={goBackTo(revision)}
        confirm={lossText(newest - revision, newest)}
      >
        Go back to here
      </ActionButton>
      {revision > oldest && (
        <ActionButton onAct={goBackTo(revision - 1)} confirm={lossText(newest - revision + 1, newest)}>
          Go back to before this
        </ActionButton>
      )}
      <BranchButton
        from={api.session.value}
        at={revision}
        title="Creates a session that starts from this state, and enters it"
      >
        Branch from here
      </BranchButton>
      <WriteTestButton since={revision} title="Of what followed" />
    </div>
  );
}

function lossText(count: number, newest: number): string {
  const changes = count === 1 ? 'the last change' : `the last ${count} changes`;
  return (
    `This takes back ${changes}: records, clock and scenario are as they were. The journal and the fault rules stay. ` +
    `It can be undone: the present state stays in the history, as revision ${newest}.`
  );
}

import { useConsole } from '../model/console-model.js';
import { useKeptRevisions } from '../model/use-kept-revisions.js';
import { ActionButton } from '../parts/action-button.jsx';
import { Failure } from '../parts/failure.jsx';
import { Page } from '../parts/page.jsx';
import { causeText } from './time/cause.jsx';
import { Chapters } from './time/chapters.jsx';
import { Clock } from './time/clock.jsx';
import { HistoryList } from './time/history-list.jsx';
import { Revision } from './time/revision.jsx';
import { Scale } from './time/scale.jsx';
import { TimeLapse } from './time/time-lapse.jsx';

/** The clock of the mock, and the changes of its state. */
export function Time({ path: [opened] }: { readonly path: readonly string[] }) {
  const { api, live } = useConsole();
  const { kept, error } = useKeptRevisions();
  const { oldest = 0, newest = 0, last } = kept ?? {};
  const revision = opened === undefined ? undefined : Number(opened);
  return (
    <Page
      title="Time"
      about={`The clock of the mock, and everything that has changed its state.${live.hasHistory.value ? ' Nothing here is final: going back is a change too.' : ''}`}
      tools={
        <ActionButton
          disabled={last === undefined}
          onAct={() => api.send('POST', '/__mock/rewind', { revision: newest - 1 })}
          confirm={
            last && `This undoes revision ${newest}: ${causeText(last.cause)}. To bring it back, undo once more.`
          }
        >
          Undo the last change
        </ActionButton>
      }
    >
      <Failure error={error} />
      <Scale oldest={oldest} newest={newest} revision={revision ?? newest} />
      {revision === undefined ? (
        <>
          <Clock />
          <Chapters />
          <TimeLapse />
          {kept !== undefined && <HistoryList />}
        </>
      ) : (
        kept !== undefined && <Revision revision={revision} oldest={oldest} newest={newest} />
      )}
    </Page>
  );
}

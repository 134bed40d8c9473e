import { useConsole } from '../model/console-model.js';
import { useAnswer } from '../model/use-answer.js';
import { ActionButton } from '../parts/action-button.jsx';
import { Failure } from '../parts/failure.jsx';
import { Page } from '../parts/page.jsx';
import { causeText } from './time/cause.jsx';
import { Chapters } from './time/chapters.jsx';
import { Clock } from './time/clock.jsx';
import { HistoryList, type ListedHistory } from './time/history-list.jsx';
import { Revision } from './time/revision.jsx';
import { Scale } from './time/scale.jsx';
import { TimeLapse } from './time/time-lapse.jsx';

/** The clock of the mock, and the changes of its state. */
export function Time({ path: [opened] }: { readonly path: readonly string[] }) {
  const { api } = useConsole();
  const { value, error } = useAnswer<ListedHistory>('/__mock/history', { query: { limit: 1 }, topics: ['state'] });
  const last = value?.data[0];
  const newest = last?.revision ?? 0;
  const oldest = newest - (value?.total ?? 0);
  const revision = opened === undefined ? undefined : Number(opened);
  return (
    <Page
      title="Time"
      about="The clock of the mock, and everything that has changed its state. Nothing here is final: going back is a change too."
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
          {value !== undefined && <HistoryList />}
        </>
      ) : (
        value !== undefined && <Revision revision={revision} oldest={oldest} newest={newest} />
      )}
    </Page>
  );
}

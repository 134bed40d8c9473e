import type { ListedChapter } from 'briefs-mock';
import type { ChapterList } from '../../../src/control/chapters.js';
import { useConsole } from '../../model/console-model.js';
import { storyOf } from '../../model/story.js';
import { useAnswer } from '../../model/use-answer.js';
import { ActionButton } from '../../parts/action-button.jsx';

/** The chapters of the scenario, for a presenter: where the story is, what to say, and the way on and back. */
export function Chapters() {
  const { api } = useConsole();
  const { value } = useAnswer<ChapterList>('/__mock/chapters', { topics: ['state'] });
  const story = value && storyOf(value);
  if (story === undefined) return null;
  const { here, back, next, title, length } = story;
  const goTo = (one: ListedChapter | undefined) => api.send('POST', `/__mock/chapters/${one?.name}`);
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <p role="status">
        <strong>{title}</strong> <span class="quiet">of {length}</span>
      </p>
      {here?.note != null && <p>{here.note}</p>}
      <div class="actions">
        <ActionButton disabled={back === undefined} onAct={() => goTo(back)}>
          Back
        </ActionButton>
        <ActionButton disabled={here === undefined} onAct={() => goTo(here)} title="What happened in it is lost">
          Restart
        </ActionButton>
        <ActionButton kind="main" disabled={next === undefined} onAct={() => goTo(next)} title={next?.title}>
          Next
        </ActionButton>
      </div>
    </section>
  );
}

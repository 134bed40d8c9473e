import type { ListedChapter } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useLoaded } from '../../model/use-loaded.js';
import { ActionButton } from '../../parts/action-button.jsx';

interface ChapterList {
  readonly chapters: readonly ListedChapter[];
  readonly current: string | null;
}

/** The chapters of the scenario, for a presenter: where the story is, what to say, and the way on and back. */
export function Chapters() {
  const { api, live } = useConsole();
  const { value } = useLoaded(() => api.get<ChapterList>('/__mock/chapters'), 'chapters', [live.versions.state]).value;
  if (value === undefined || value.chapters.length === 0) return null;
  const { chapters, current } = value;
  const place = chapters.findIndex(({ name }) => name === current);
  const here = chapters[place];
  const goTo = (one: ListedChapter | undefined) => api.send('POST', `/__mock/chapters/${one?.name}`);
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <p role="status">
        <strong>{here === undefined ? 'Before the first chapter' : `${place + 1}. ${here.title}`}</strong>{' '}
        <span class="quiet">of {chapters.length}</span>
      </p>
      {here?.note != null && <p>{here.note}</p>}
      <div class="actions">
        <ActionButton disabled={place < 1} onAct={() => goTo(chapters[place - 1])}>
          Back
        </ActionButton>
        <ActionButton disabled={here === undefined} onAct={() => goTo(here)} title="What happened in it is lost">
          Restart
        </ActionButton>
        <ActionButton
          kind="main"
          disabled={place === chapters.length - 1}
          onAct={() => goTo(chapters[place + 1])}
          title={chapters[place + 1]?.title}
        >
          Next
        </ActionButton>
      </div>
    </section>
  );
}

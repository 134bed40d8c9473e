import type { ListedChapter } from 'briefs-mock';
import type { StoryPlace } from '../model/story.js';
import { useAction } from '../model/use-action.js';
import { Failure } from '../parts/failure.jsx';

interface ChapterBarProps {
  readonly story: StoryPlace;
  readonly onGo: (chapter: ListedChapter) => Promise<void>;
}

/** Leads a presenter through the chapters of the scenario, whatever the console below shows. */
export function ChapterBar({ story: { here, back, next, title, length }, onGo }: ChapterBarProps) {
  const { run, error } = useAction(onGo);
  const button = (label: string, chapter: ListedChapter | undefined, hint = chapter?.title) => (
    <button type="button" disabled={chapter === undefined} title={hint} onClick={() => chapter && run(chapter)}>
      {label}
    </button>
  );
  return (
    <section class="chapters" aria-label="Chapters of the demo">
      <p role="status">
        <strong>{title}</strong> of {length}
        {here?.note != null && <span class="note"> {here.note}</span>}
      </p>
      {button('Back', back)}
      {button('Restart', here, 'What happened in it is lost')}
      {button('Next', next)}
      <Failure error={error.value} />
    </section>
  );
}

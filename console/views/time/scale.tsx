import { useSignal } from '@preact/signals';
import type { HistoryEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { changeText } from '../../parts/change-text.js';
import { Link } from '../../parts/link.jsx';
import { PlayButton } from '../../parts/play-button.jsx';
import { causeText, isOfClock } from './cause.jsx';

/** The revision that is open, and the oldest and the newest that are kept. */
export interface RevisionPlace {
  readonly revision: number;
  readonly oldest: number;
  readonly newest: number;
}

/** Milliseconds that a revision is shown while the history is played. */
const STEP = 700;

/** The history as a line with a mark for each change, in the colour of its cause. Arrow keys go to the change before or after. */
export function Scale({ oldest, newest, revision }: RevisionPlace) {
  const { live, navigation } = useConsole();
  const pointed = useSignal<number | undefined>(undefined);
  const isPlaying = useSignal(false);
  const goTo = (target: number) => navigation.replace(['time', target]);
  const point = ({ currentTarget, clientX }: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    pointed.value = oldest + Math.round(((clientX - left - THUMB / 2) / (width - THUMB)) * (newest - oldest));
  };
  const shown = live.changes.value.get(pointed.value ?? revision);
  return (
    <div class="scale">
      <label for="revision">Revision</label>
      <PlayButton
        isPlaying={isPlaying}
        place={revision}
        end={newest}
        pause={STEP}
        onStep={() => goTo(revision + 1)}
        onRestart={() => goTo(oldest)}
        disabled={newest === oldest}
        labels={['Play', 'Stop']}
      />
      <span class="quiet">{oldest}</span>
      <span class="line" onPointerMove={point} onPointerLeave={() => (pointed.value = undefined)}>
        <input
          id="revision"
          type="range"
          min={oldest}
          max={newest}
          disabled={newest === oldest}
          value={revision}
          aria-valuetext={`revision ${revision} of ${oldest} to ${newest}`}
          onInput={({ currentTarget }) => goTo(Number(currentTarget.value))}
        />
        <ChangeMarks oldest={oldest} newest={newest} changes={live.changes.value} />
      </span>
      <Link to={['time', newest]}>{newest}</Link>
      <span class="pointed quiet">
        {shown && `${shown.revision}: ${causeText(shown.cause)} ${changeText(shown.tables)}`}
      </span>
    </div>
  );
}

/** The width of the thumb of the range in pixels: the marks are below the places of its centre. */
const THUMB = 16;

interface ChangeMarksProps extends Pick<RevisionPlace, 'oldest' | 'newest'> {
  readonly changes: ReadonlyMap<number, HistoryEntry>;
}

function ChangeMarks({ oldest, newest, changes }: ChangeMarksProps) {
  const paths: Record<string, string> = {};
  for (const entry of changes.values()) {
    const kind = isOfClock(entry) ? 'clock' : entry.cause.kind;
    paths[kind] = `${paths[kind] ?? ''}M${entry.revision} 0v1`;
  }
  const length = newest - oldest;
  return (
    <svg
      class="change-marks"
      viewBox={`${oldest} 0 ${Math.max(1, length)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {length > 0 && Object.entries(paths).map(([kind, path]) => <path key={kind} class={`by-${kind}`} d={path} />)}
    </svg>
  );
}

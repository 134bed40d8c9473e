import { useConsole } from '../../model/console-model.js';
import { Link } from '../../parts/link.jsx';

interface ScaleProps {
  /** The oldest revision that is kept. */
  readonly oldest: number;
  readonly newest: number;
  /** The one that is open. */
  readonly revision: number;
}

/** The history as a line. Arrow keys go to the change before or after. */
export function Scale({ oldest, newest, revision }: ScaleProps) {
  const { navigation } = useConsole();
  return (
    <div class="scale">
      <label for="revision">Revision</label>
      <span class="quiet">{oldest}</span>
      <input
        id="revision"
        type="range"
        min={oldest}
        max={newest}
        disabled={newest === oldest}
        value={revision}
        aria-valuetext={`revision ${revision} of ${oldest} to ${newest}`}
        onInput={({ currentTarget }) => navigation.replace(['time', currentTarget.value])}
      />
      <Link to={['time', newest]}>{newest}</Link>
    </div>
  );
}

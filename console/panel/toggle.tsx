import { Bug, Hand, type IconNode, Newspaper, OctagonX } from 'lucide';
import { Icon } from '../parts/icon.jsx';
import type { Counts } from './attention.js';

const marks: readonly { name: keyof Counts; icon: IconNode; one: string; many: string }[] = [
  { name: 'refused', icon: OctagonX, one: 'refused request', many: 'refused requests' },
  { name: 'faults', icon: Bug, one: 'active fault', many: 'active faults' },
  { name: 'held', icon: Hand, one: 'held answer', many: 'held answers' },
];

interface ToggleProps {
  readonly counts: Counts;
  /** Whether the panel is open, in a window of its own. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The button in the corner of the page, which says what deserves a look. */
export function Toggle({ counts, isOpen, onToggle }: ToggleProps) {
  const present = marks.filter(({ name }) => counts[name] > 0);
  const texts = present.map(({ name, one, many }) => `${counts[name]} ${counts[name] === 1 ? one : many}`);
  const label = ['Mock', ...texts].join(', ');
  return (
    <button
      type="button"
      class="toggle"
      aria-label={label}
      title={`${label} (Alt+Shift+M)`}
      aria-expanded={isOpen}
      aria-keyshortcuts="Alt+Shift+M"
      onClick={onToggle}
    >
      <Icon of={Newspaper} /> Mock
      {present.map(({ name, icon }) => (
        <span key={name} class={`mark ${name}`}>
          <Icon of={icon} />
          {counts[name] > 99 ? '99+' : counts[name]}
        </span>
      ))}
    </button>
  );
}

import type { ComponentChildren } from 'preact';
import { useConsole } from '../model/console-model.js';

interface LinkProps {
  readonly to: readonly (string | number)[];
  readonly query?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  /** What a screen reader says, where the content is in pieces. */
  readonly label?: string;
}

/** A link to another place of the console, in the present session. */
export function Link({ to, query, children, current = false, label, ...props }: LinkProps) {
  const { navigation } = useConsole();
  const href = navigation.href(to, query);
  const follow = (event: MouseEvent) => {
    // Ctrl, Shift and the middle button open another tab, as with any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigation.follow(href);
  };
  return (
    <a {...props} href={href} aria-label={label} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}

import type { ComponentChildren } from 'preact';
import { useConsole } from '../model/console-model.js';

interface LinkProps {
  readonly to: readonly (string | number)[];
  readonly query?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
}

/** A link to another place of the console, in the present session. */
export function Link({ to, query, children, current = false, ...props }: LinkProps) {
  const { navigation } = useConsole();
  const href = navigation.href(to, query);
  const follow = (event: MouseEvent) => {
    // Ctrl, Shift and the middle button open another tab, as with any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigation.follow(href);
  };
  return (
    <a {...props} href={href} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}

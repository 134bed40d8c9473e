import type { IconNode } from 'lucide';
import { h } from 'preact';

interface IconProps {
  /** One of the package `lucide`, such as `Bug`. */
  readonly of: IconNode;
  /** What it says where no text beside it does. */
  readonly label?: string | undefined;
}

/** A drawing as large as the text beside it, in its colour. */
export function Icon({ of: nodes, label }: IconProps) {
  return (
    <svg class="icon" viewBox="0 0 24 24" role={label && 'img'} aria-label={label} aria-hidden={label === undefined}>
      {nodes.map(([tag, attributes]) => h(tag, attributes as Record<string, string>))}
    </svg>
  );
}

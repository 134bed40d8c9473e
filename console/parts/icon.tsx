import type { IconNode } from 'lucide';
import { h } from 'preact';

/** A drawing of the package `lucide`, such as `Bug`, as large as the text and in its colour. It says nothing that text does not. */
export function Icon({ of: nodes }: { readonly of: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {nodes.map(([tag, attributes]) => h(tag, attributes as Record<string, string>))}
    </svg>
  );
}

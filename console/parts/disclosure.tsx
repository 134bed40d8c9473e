import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface DisclosureProps {
  readonly summary: ComponentChildren;
  readonly isOpen?: boolean;
  readonly children: () => ComponentChildren;
}

/** Something that is shown when it is opened, and not rendered before. */
export function Disclosure({ summary, isOpen = false, children }: DisclosureProps) {
  const isShown = useSignal(isOpen);
  return (
    <details open={isShown.value} onToggle={({ currentTarget }) => (isShown.value = currentTarget.open)}>
      <summary>{summary}</summary>
      {isShown.value && children()}
    </details>
  );
}

import type { ComponentChildren } from 'preact';
import { useConsole } from '../model/console-model.js';
import { Disclosure } from './disclosure.jsx';

/** What is behind a button on a phone, and in sight elsewhere. */
export function Folded({ summary, children }: { readonly summary: string; readonly children: ComponentChildren }) {
  const { isNarrow } = useConsole();
  if (!isNarrow.value) return <>{children}</>;
  return <Disclosure summary={summary}>{() => <div class="tools">{children}</div>}</Disclosure>;
}

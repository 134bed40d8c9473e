import type { JournalEntry } from 'briefs-mock';
import { pathText } from './path-text.js';

/** What the paths of one API have in common. */
const PREFIX = /^\/[^/]+\/v\d+(?=\/)/;

/** The path of a request, with what stands for a parameter of the route set apart. */
export function RoutePath({ entry }: { readonly entry: JournalEntry }) {
  const prefix = PREFIX.exec(entry.path)?.[0] ?? '';
  const names = entry.route?.slice(prefix.length).split('/') ?? [];
  const parts = entry.path.slice(prefix.length).split('/');
  const query = pathText(entry).slice(entry.path.length);
  const shown = parts.map((part, index) => (
    <>
      {index > 0 && '/'}
      {names[index]?.startsWith(':') ? <span class="parameter">{part}</span> : part}
    </>
  ));
  return (
    <span class="route">
      <span class="start">
        <span class="prefix">{prefix}</span>
        <span class="middle">{shown.slice(0, -1)}</span>
      </span>
      <span class="end">
        {shown.at(-1)}
        {query !== '' && <span class="parameter">{query}</span>}
      </span>
    </span>
  );
}

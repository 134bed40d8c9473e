import { useSignal } from '@preact/signals';
import { CopyButton } from './copy-button.jsx';
import { Disclosure } from './disclosure.jsx';
import { Json } from './json.jsx';

/** Elements that are drawn at first, and more with each click. */
const PAGE = 100;
/** Objects and lists that are open at first: down to this depth, and up to this number of elements. */
const OPEN = { depth: 3, size: 20 };

/** A value of JSON as a tree that opens and closes, with a button that copies it. A text is shown as it is. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <div class="copied">
      <CopyButton label="Copy" text={() => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))} />
      {typeof value === 'string' ? (
        <Json label={label} value={value} />
      ) : (
        <div class="json tree" role="region" tabIndex={0} aria-label={label}>
          <Node value={value} depth={0} />
        </div>
      )}
    </div>
  );
}

interface NodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth }: NodeProps) {
  const title = name !== undefined && <span class="quiet">{name}: </span>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {title}
        <span class={`of-${typeof value}`}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const size = isList ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) return <div>{[title, size]}</div>;
  return (
    <Disclosure isOpen={depth < OPEN.depth && entries.length <= OPEN.size} summary={[title, size]}>
      {() => <Elements entries={entries} isList={isList} depth={depth + 1} />}
    </Disclosure>
  );
}

interface ElementsProps {
  readonly entries: readonly (readonly [string, unknown])[];
  readonly isList: boolean;
  readonly depth: number;
}

function Elements({ entries, isList, depth }: ElementsProps) {
  const shown = useSignal(PAGE);
  return (
    <>
      {entries.slice(0, shown.value).map(([name, value]) => (
        <Node key={name} name={isList ? name : JSON.stringify(name)} value={value} depth={depth} />
      ))}
      {entries.length > shown.value && (
        <button type="button" class="small" onClick={() => (shown.value += PAGE)}>
          {entries.length - shown.value} more
        </button>
      )}
    </>
  );
}

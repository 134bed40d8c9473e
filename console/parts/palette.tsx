import { type Signal, useSignal } from '@preact/signals';
import type { ListedProfile } from 'briefs-mock';
import type { Ref } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from '../model/console-model.js';
import type { ControlError } from '../model/control-api.js';
import { type ConsoleView, itemsFor, type PaletteItem, search } from '../model/palette-items.js';
import { useAction } from '../model/use-action.js';
import { useAnswer } from '../model/use-answer.js';
import { useLoadedOf } from '../model/use-loaded.js';
import { ActionButton } from './action-button.jsx';
import { Dialog } from './dialog.jsx';
import { Failure } from './failure.jsx';
import { keysOf } from './keys-of.js';

interface PaletteProps {
  readonly views: readonly ConsoleView[];
}

/** Opens the palette by Ctrl+K or Cmd+K anywhere in the console, and by a button. */
export function Palette({ views }: PaletteProps) {
  const isOpen = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const root = button.current?.getRootNode() as ShadowRoot;
    const keys = keysOf(root);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      isOpen.value = true;
    };
    keys.addEventListener('keydown', onKey);
    return () => keys.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        ref={button}
        class="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => (isOpen.value = true)}
      >
        Go to <kbd>Ctrl K</kbd>
      </button>
      {isOpen.value && (
        <Dialog title="Go to, or do" onClose={() => (isOpen.value = false)}>
          <Search views={views} onClose={() => (isOpen.value = false)} />
        </Dialog>
      )}
    </>
  );
}

function Search({ views, onClose }: PaletteProps & { readonly onClose: () => void }) {
  const model = useConsole();
  const text = useSignal('');
  /** The key of the item that was chosen by the arrow keys: other items may come before it meanwhile. */
  const chosen = useSignal<string | undefined>(undefined);
  const done = useSignal('');
  const asked = useSignal<PaletteItem | undefined>(undefined);
  const { run, isRunning, error } = useAction(async (item: PaletteItem, typed: string, key: string | undefined) => {
    done.value = '';
    try {
      const outcome = await item.act?.();
      // It stays open for what comes next.
      done.value = typeof outcome === 'string' ? outcome : `${item.title}: done.`;
    } catch (failure) {
      if (text.value === '') [text.value, chosen.value] = [typed, key];
      throw failure;
    }
    // A question that was asked meanwhile stays.
    if (asked.value === item) asked.value = undefined;
  });
  /** Whether the last action succeeded. */
  const last = useRef(Promise.resolve(true));
  /** Does it after what is being done, unless that fails. */
  const act = (item: PaletteItem) => {
    const [typed, key] = [text.value, chosen.value];
    // At once, so that the next text can be typed meanwhile.
    text.value = '';
    chosen.value = undefined;
    input.current?.focus();
    const before = isRunning.value ? last.current : Promise.resolve(true);
    last.current = before.then((succeeded) => succeeded && run(item, typed, key));
    return last.current;
  };
  const input = useRef<HTMLInputElement>(null);
  // Also after a question, in whose place the field is again; before the page is drawn, so that no key is lost.
  useLayoutEffect(() => input.current?.focus(), [asked.value]);
  const sought = text.value;
  const { value: found = [], error: searchError } = useLoadedOf(() => search(model, sought), sought);
  const { value: profiles } = useAnswer<{ data: ListedProfile[] }>('/__mock/fault-profiles', { topics: ['faults'] });
  const items = itemsFor(model, sought, views, profiles?.data ?? [], found);
  const place = items.findIndex((item) => keyOf(item) === chosen.value);
  // With nothing typed, only the arrow keys choose.
  const at = sought === '' || items.length === 0 ? place : Math.max(0, place);
  const choose = (item: PaletteItem | undefined) => {
    if (item?.to) {
      onClose();
      model.navigation.go(item.to);
    } else if (item?.confirm) asked.value = item;
    else if (item) void act(item);
  };
  /** The arrow keys move through the list, and Enter chooses. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' && !event.repeat) choose(items[at]);
    else if (step !== undefined) chosen.value = keyOf(items[Math.max(0, Math.min(items.length - 1, at + step))]);
    else return;
    event.preventDefault();
  };
  if (asked.value) {
    return (
      <Confirmation
        item={asked.value}
        error={error.value}
        onConfirm={() => act(asked.value as PaletteItem)}
        onCancel={() => (asked.value = undefined)}
      />
    );
  }
  return (
    <div class="palette">
      <Combobox input={input} text={text} active={at} onText={() => (chosen.value = undefined)} onKeyDown={onKeyDown} />
      <Items items={items} at={at} onChoose={choose} />
      <p role="status">{done.value}</p>
      <Failure error={error.value ?? searchError} />
    </div>
  );
}

interface ComboboxProps {
  readonly input: Ref<HTMLInputElement>;
  readonly text: Signal<string>;
  /** The index of the chosen item. */
  readonly active: number;
  readonly onText: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Combobox({ input, text, active, onText, onKeyDown }: ComboboxProps) {
  return (
    <input
      ref={input}
      type="text"
      role="combobox"
      aria-label="A view, a person, a record, a request or a command"
      aria-controls="palette-items"
      aria-expanded={true}
      aria-activedescendant={active >= 0 ? `palette-${active}` : undefined}
      placeholder="person, bookmark 3, reset …"
      value={text.value}
      onInput={({ currentTarget }) => {
        text.value = currentTarget.value;
        onText();
      }}
      onKeyDown={onKeyDown}
    />
  );
}

interface ConfirmationProps {
  readonly item: PaletteItem;
  readonly error: ControlError | undefined;
  readonly onConfirm: () => Promise<unknown>;
  readonly onCancel: () => void;
}

/** Asks before something is taken away. */
function Confirmation({ item, error, onConfirm, onCancel }: ConfirmationProps) {
  const actions = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => actions.current?.querySelector('button')?.focus(), []);
  return (
    <>
      <p>{item.confirm}</p>
      <p class="actions" ref={actions}>
        <ActionButton kind="danger" onAct={onConfirm}>
          {item.title}
        </ActionButton>
        <button type="button" onClick={onCancel}>
          Cancel
        </button>
      </p>
      <Failure error={error} />
    </>
  );
}

interface ItemsProps {
  readonly items: readonly PaletteItem[];
  /** The index of the chosen one. */
  readonly at: number;
  readonly onChoose: (item: PaletteItem) => void;
}

function Items({ items, at, onChoose }: ItemsProps) {
  return (
    <div role="listbox" id="palette-items" aria-label="Where to">
      {items.map((item, index) => (
        <button
          type="button"
          tabIndex={-1}
          key={keyOf(item)}
          role="option"
          id={`palette-${index}`}
          aria-selected={index === at}
          ref={index === at ? scrollTo : null}
          onClick={() => onChoose(item)}
        >
          <span class="quiet">{item.kind}</span> <span>{item.title}</span>
        </button>
      ))}
      {items.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled="true">
          Nothing matches.
        </div>
      )}
    </div>
  );
}

/** The status in the title of a request may change. */
const keyOf = (item?: PaletteItem) => item && `${item.kind} ${item.to?.join('/') ?? item.title}`;

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

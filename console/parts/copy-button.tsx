import { useSignal } from '@preact/signals';
import { useAction } from '../model/use-action.js';
import { Failure } from './failure.jsx';

/**
 * Copies a text, which may have to be loaded first. Browsers have no clipboard for pages of another machine without HTTPS; there
 * it shows the text.
 */
export function CopyButton({ text, label }: { readonly text: () => string | Promise<string>; readonly label: string }) {
  const isCopied = useSignal(false);
  const shown = useSignal<string | undefined>(undefined);
  const { run, error } = useAction(async () => {
    const loaded = await text();
    if (navigator.clipboard === undefined) {
      shown.value = loaded;
      return;
    }
    await navigator.clipboard.writeText(loaded);
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, 1500);
  });
  return (
    <>
      <button type="button" class="small" onClick={() => void run()}>
        {isCopied.value ? 'Copied' : label}
      </button>
      {shown.value !== undefined && (
        <input
          readOnly
          aria-label={`${label}: the text`}
          value={shown.value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <Failure error={error.value} />
    </>
  );
}

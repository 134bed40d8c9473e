import { useSignal } from '@preact/signals';
import { useConsole } from '../model/console-model.js';
import { useAction } from '../model/use-action.js';
import { Failure } from './failure.jsx';

/** Copies a text, which may have to be loaded first. Where the browser does not allow that, it shows the text. */
export function CopyButton({ text, label }: { readonly text: () => string | Promise<string>; readonly label: string }) {
  const model = useConsole();
  const isCopied = useSignal(false);
  const shown = useSignal<string | undefined>(undefined);
  const { run, error } = useAction(async () => {
    const loaded = await text();
    isCopied.value = await model.copy(loaded);
    shown.value = isCopied.value ? undefined : loaded;
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

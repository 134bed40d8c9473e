import { useSignal } from '@preact/signals';
import { useAction } from '../model/use-action.js';
import { Failure } from './failure.jsx';

/** Copies a text, which may have to be loaded first. */
export function CopyButton({ text, label }: { readonly text: () => string | Promise<string>; readonly label: string }) {
  const isCopied = useSignal(false);
  const { run, error } = useAction(async () => {
    await navigator.clipboard.writeText(await text());
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
      <Failure error={error.value} />
    </>
  );
}

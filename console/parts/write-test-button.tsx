import { useSignal } from '@preact/signals';
import { useAnswer } from '../model/use-answer.js';
import { CopyButton } from './copy-button.jsx';
import { Dialog } from './dialog.jsx';
import { Failure } from './failure.jsx';
import { Json } from './json.jsx';

interface WriteTestButtonProps {
  /** The revision that the test starts from. Default: where the trace of the session starts. */
  readonly since?: number;
  readonly title: string;
}

/** A button that shows a test of what has happened. */
export function WriteTestButton({ since, title }: WriteTestButtonProps) {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        title={title}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Write a test
      </button>
      {isOpen.value && (
        <Dialog
          title="A test of what has happened"
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <WrittenTest since={since} />
        </Dialog>
      )}
    </>
  );
}

const runners = { vitest: 'Vitest', playwright: 'Playwright' };

function WrittenTest({ since }: { readonly since: number | undefined }) {
  const runner = useSignal<string>('vitest');
  const { value, error } = useAnswer<{ data: { code: string } }>('/__mock/trace/test', {
    query: { runner: runner.value, since },
  });
  return (
    <form method="dialog">
      <p>
        It makes the situation, sends the requests, and expects what they changed. It runs as it is: replace the
        requests by what a user does in your application.
      </p>
      <label>
        Runner{' '}
        <select
          value={runner.value}
          onChange={({ currentTarget }) => {
            runner.value = currentTarget.value;
          }}
        >
          {Object.entries(runners).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <Failure error={error} />
      {value && <Json label="The test" value={value.data.code} />}
      <p class="actions">
        {value && <CopyButton label="Copy" text={() => value.data.code} />}
        <button type="submit">Close</button>
      </p>
    </form>
  );
}

import { useSignal } from '@preact/signals';
import { useConsole } from '../model/console-model.js';
import { useLoadedOf } from '../model/use-loaded.js';
import { bound } from './bound.js';
import { CopyButton } from './copy-button.jsx';
import { DialogButton } from './dialog-button.jsx';
import { Failure } from './failure.jsx';
import { Json } from './json.jsx';
import { Options } from './options.jsx';

interface WriteTestButtonProps {
  /** The revision that the test starts from. Default: where the trace of the session starts. */
  readonly since?: number;
  readonly title: string;
}

/** A button that shows a test of what has happened. */
export function WriteTestButton({ since, title }: WriteTestButtonProps) {
  return (
    <DialogButton label="Write a test" title={title} heading="A test of what has happened">
      {() => <WrittenTest since={since} />}
    </DialogButton>
  );
}

const runners = { vitest: 'Vitest', playwright: 'Playwright' };

function WrittenTest({ since }: { readonly since: number | undefined }) {
  const { api } = useConsole();
  const runner = useSignal('vitest');
  const query = { runner: runner.value, since };
  const load = (signal: AbortSignal) => api.get<{ data: { code: string } }>('/__mock/trace/test', query, signal);
  const { value, error } = useLoadedOf(load, JSON.stringify(query));
  return (
    <form method="dialog">
      <p>
        It makes the situation, sends the requests, and expects what they changed. It runs as it is: replace the
        requests by what a user does in your application.
      </p>
      <label>
        Runner{' '}
        <select {...bound(runner)}>
          <Options of={Object.entries(runners)} />
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

import { useConsole } from '../model/console-model.js';
import { useAction } from '../model/use-action.js';
import { Failure } from './failure.jsx';

interface DownloadButtonProps {
  /** A path of the control API. */
  readonly path: string;
  /** The name of the file. */
  readonly name: string;
  readonly children: string;
  readonly title?: string;
}

/** Saves an answer of the control API as a file. A plain link could not send the control token. */
export function DownloadButton({ path, name, children, title }: DownloadButtonProps) {
  const { api } = useConsole();
  const { run, isRunning, error } = useAction(async () => {
    const content = await (await api.open(path)).blob();
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });
  return (
    <>
      <button type="button" title={title} disabled={isRunning.value} onClick={() => void run()}>
        {children}
      </button>
      <Failure error={error.value} />
    </>
  );
}

import { useConsole } from '../model/console-model.js';
import { useAction } from '../model/use-action.js';
import { Failure } from './failure.jsx';
import { saveFile } from './save-file.js';

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
    saveFile(await (await api.open(path)).blob(), name);
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

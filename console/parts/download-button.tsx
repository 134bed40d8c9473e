import { useConsole } from '../model/console-model.js';
import { ActionButton } from './action-button.jsx';
import { saveFile } from './save-file.js';

interface DownloadButtonProps {
  /** A path of the control API. */
  readonly path: string;
  /** The name of the file. */
  readonly name: string;
  readonly children: string;
  readonly title?: string;
  readonly disabled?: boolean | undefined;
}

/** Saves an answer of the control API as a file. A plain link could not send the control token. */
export function DownloadButton({ path, name, children, title, disabled }: DownloadButtonProps) {
  const { api } = useConsole();
  const save = async () => saveFile(await (await api.open(path)).blob(), name);
  return (
    <ActionButton onAct={save} title={title} disabled={disabled}>
      {children}
    </ActionButton>
  );
}

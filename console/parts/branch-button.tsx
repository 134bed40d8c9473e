import type { SessionInfo } from 'briefs-mock';
import type { ComponentChildren } from 'preact';
import type { Health } from '../../src/control/health.js';
import { useConsole } from '../model/console-model.js';
import { ActionButton } from './action-button.jsx';

interface BranchButtonProps {
  /** The session to copy; null is the default session, which must be the present one. */
  readonly from: string | null;
  /** The revision whose state the new session starts from. Default: the present one. */
  readonly at?: number;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A button that creates a session with the state of another one, and enters it. */
export function BranchButton({ from, at, title, children }: BranchButtonProps) {
  const { api: present, live, navigation } = useConsole();
  const branch = async () => {
    const api = present.ofPresentSession();
    // Without a session or revision to copy, the new one would start from the baseline.
    const origin = from === null ? { at: at ?? (await api.get<Health>('/__mock/health')).revision } : { from, at };
    const { data } = await api.send<{ data: SessionInfo }>('POST', '/__mock/sessions', origin);
    navigation.enter(data.id);
  };
  // A copy of the default session is one of a revision.
  if (from === null && !live.hasHistory.value) return null;
  return (
    <ActionButton onAct={branch} title={title}>
      {children}
    </ActionButton>
  );
}

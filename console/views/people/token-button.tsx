import { useSignal } from '@preact/signals';
import { useConsole } from '../../model/console-model.js';
import { type IssuedToken, issueToken } from '../../model/issue-token.js';
import { ActionButton } from '../../parts/action-button.jsx';
import type { NumberRef } from '../../parts/bound.js';
import { CopyButton } from '../../parts/copy-button.jsx';
import { timeText } from '../../parts/time-text.js';

interface TokenButtonProps {
  readonly email: string;
  /** Whose token it is, for people. */
  readonly name: string;
  /** Seconds of the mock's clock; undefined: it does not expire. */
  readonly lifetime?: number | undefined;
  /** The field of the lifetime. */
  readonly field?: NumberRef | undefined;
}

/** Issues a token, copies it where the browser allows that, and shows it. */
export function TokenButton({ email, name, lifetime, field }: TokenButtonProps) {
  const model = useConsole();
  const issued = useSignal<(IssuedToken & { isCopied: boolean }) | undefined>(undefined);
  const issue = async () => {
    issued.value = undefined;
    issued.value = await issueToken(model, email, lifetime);
  };
  return (
    <>
      {model.canLogIn && (
        <ActionButton kind="main" onAct={() => model.logInAs(email)} title="Logs the application of this page in">
          Log in as {name}
        </ActionButton>
      )}
      <ActionButton
        onAct={issue}
        field={field}
        title="Issues a token, in addition to those that there are, and copies it"
      >
        Copy a new token for {name}
      </ActionButton>
      {issued.value && (
        <p role="status" class="issued">
          {issued.value.isCopied ? 'Copied, a new token:' : 'A new token:'} <code>{issued.value.token}</code>{' '}
          {!issued.value.isCopied && <CopyButton label="Copy" text={() => issued.value?.token ?? ''} />}{' '}
          <span class="quiet">{expiryText(issued.value.expires_at)}</span>
        </p>
      )}
    </>
  );
}

export function expiryText(expiresAt: number | null): string {
  if (expiresAt === null) return 'does not expire';
  const time = new Date(expiresAt * 1000);
  // Later than a date can be.
  if (Number.isNaN(time.getTime())) return `expires ${expiresAt} seconds after 1970`;
  return `expires ${timeText(time.toISOString())}`;
}

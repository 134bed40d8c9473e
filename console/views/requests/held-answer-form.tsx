import { useSignal } from '@preact/signals';
import type { HeldAnswer, JournalEntry } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useAction } from '../../model/use-action.js';
import { useAnswer } from '../../model/use-answer.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { bound } from '../../parts/bound.js';
import { Failure } from '../../parts/failure.jsx';
import { besides, Field } from '../../parts/field.jsx';
import { parsed } from '../faults/rule-fields.js';

/** The statuses of answers that have no body. Any other answer that is changed has one. */
const BODILESS = ['204', '205', '304'];

interface HeldProps {
  readonly entry: JournalEntry;
}

/** Sends an answer that a fault rule holds back, as it is or changed. */
export function HeldAnswerForm({ entry }: HeldProps) {
  const { api } = useConsole();
  // The rule that decides is the last one that applied; those before it only delay.
  const rule = entry.faults.at(-1);
  return (
    <>
      <p class="actions">
        <span>
          Fault rule {rule} holds the answer back. It will have the status {entry.status}.
        </span>
        <ActionButton kind="main" onAct={() => api.send('POST', releasePath(entry), {})} title="The rule stays.">
          Send this answer
        </ActionButton>
        <ActionButton
          onAct={() => api.send('POST', `/__mock/faults/${rule}/release`)}
          title="Sends all answers that the rule holds back. The rule stays."
        >
          Send all of its rule
        </ActionButton>
      </p>
      {entry.status !== 0 && <HeldAnswerChange entry={entry} />}
    </>
  );
}

/** The journal has no more than the beginning of a long body, and hides secrets. Here is what will be sent. */
function HeldAnswerChange({ entry }: HeldProps) {
  const { value, error } = useAnswer<{ data: HeldAnswer[] }>('/__mock/faults/held');
  const answer = value?.data.find((one) => one.entry === entry.entry);
  return answer === undefined ? <Failure error={error} /> : <ChangeForm entry={entry} answer={answer} />;
}

function ChangeForm({ entry, answer }: HeldProps & { readonly answer: HeldAnswer }) {
  const { api } = useConsole();
  const given = answer.body === undefined ? '' : JSON.stringify(answer.body, null, 2);
  const status = useSignal(String(entry.status));
  const body = useSignal(given);
  const { submit, isRunning, error } = useAction(() => {
    const text = body.value.trim();
    const isKept = text === given || (text === '' && BODILESS.includes(status.value.trim()));
    const json = isKept ? {} : { body: parsed(text, 'body') };
    return api.send('POST', releasePath(entry), { status: Number(status.value), ...json });
  });
  return (
    <form onSubmit={submit}>
      <Field label="Status" path="status" error={error.value}>
        {(control) => <input {...control} inputMode="numeric" {...bound(status)} />}
      </Field>
      <Field label="Body" hint="JSON. What the request has changed stays." path="body" error={error.value}>
        {(control) => <textarea {...control} class="mono" rows={8} spellcheck={false} {...bound(body)} />}
      </Field>
      <p class="actions">
        <button type="submit" class="main" aria-disabled={isRunning.value}>
          Send it changed
        </button>
      </p>
      <Failure error={besides(error.value, ['status', 'body'])} />
    </form>
  );
}

function releasePath({ entry }: JournalEntry): string {
  return `/__mock/faults/held/${entry}/release`;
}

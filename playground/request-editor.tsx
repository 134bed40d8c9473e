import type { Signal } from '@preact/signals';
import { examples } from './examples.js';
import { usePlayground } from './playground.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** A request that can be changed and sent, and what is answered. */
export function RequestEditor() {
  const { draft } = usePlayground();
  const submit = (event: Event) => {
    event.preventDefault();
    void draft.send();
  };
  return (
    <section class="editor" aria-labelledby="request">
      <div class="head">
        <h2 id="request">Request</h2>
        <Examples />
      </div>
      <form onSubmit={submit}>
        <div class="line">
          <label>
            <span class="hidden">Method</span>
            <select
              value={draft.method.value}
              onChange={({ currentTarget }) => (draft.method.value = currentTarget.value)}
            >
              {METHODS.map((method) => (
                <option key={method}>{method}</option>
              ))}
            </select>
          </label>
          <label class="path">
            <span class="hidden">Path</span>
            <input
              type="text"
              required
              spellcheck={false}
              autocapitalize="off"
              value={draft.path.value}
              onInput={({ currentTarget }) => (draft.path.value = currentTarget.value)}
            />
          </label>
          <button type="submit" class="main" disabled={draft.isSending.value}>
            Send
          </button>
        </div>
        <TextField label="Headers" value={draft.headers} />
        <TextField label="Body" value={draft.body} />
      </form>
      <AnswerView />
      <Recent />
    </section>
  );
}

function Examples() {
  const { draft } = usePlayground();
  const write = (select: HTMLSelectElement) => {
    const example = examples.find(({ title }) => title === select.value);
    if (example !== undefined) draft.write(example.method, example.path, example.body);
    select.value = '';
  };
  return (
    <label>
      <span class="hidden">Example</span>
      <select onChange={({ currentTarget }) => write(currentTarget)}>
        <option value="">Examples</option>
        {examples.map(({ title }) => (
          <option key={title}>{title}</option>
        ))}
      </select>
    </label>
  );
}

function TextField({ label, value }: { readonly label: string; readonly value: Signal<string> }) {
  return (
    <label class="field">
      {label}
      <textarea
        rows={Math.min(Math.max(value.value.split('\n').length, 2), 12)}
        spellcheck={false}
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
      />
    </label>
  );
}

function AnswerView() {
  const { draft } = usePlayground();
  const answer = draft.answer.value;
  return (
    <div class="answer" role="status">
      {draft.isSending.value && <p class="quiet">Waiting for the answer …</p>}
      {draft.failure.value !== '' && <p class="problem">{draft.failure.value}</p>}
      {answer !== undefined && (
        <>
          <p>
            <strong class={answer.status < 400 ? 'good' : 'bad'}>{answer.status}</strong>
          </p>
          <details>
            <summary>Headers of the answer</summary>
            <pre>{answer.headers}</pre>
          </details>
          {/* The keyboard scrolls it. */}
          <section class="body" tabIndex={0} aria-label="Body of the answer">
            <pre>{answer.body}</pre>
          </section>
        </>
      )}
    </div>
  );
}

/** The last requests of the page, also those of the reader. */
function Recent() {
  const { draft, recent } = usePlayground();
  return (
    <>
      <h2>Last requests</h2>
      <ul class="recent" aria-label="Last requests">
        {recent.value.map((entry) => (
          <li key={entry.entry}>
            <button type="button" onClick={() => draft.writeAgain(entry)}>
              <strong class={entry.status > 0 && entry.status < 400 ? 'good' : 'bad'}>
                {entry.status || 'broken'}
              </strong>{' '}
              {entry.method} {entry.path}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

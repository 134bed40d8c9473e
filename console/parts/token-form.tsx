import { useSignal } from '@preact/signals';
import { useConsole } from '../model/console-model.js';

/** Asks for the control token. */
export function TokenForm() {
  const { api } = useConsole();
  const typed = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    api.token.value = typed.value.trim();
  };
  return (
    <form class="card" onSubmit={submit}>
      <h1>Control token</h1>
      <p>
        This server was started with a control token.{' '}
        {api.token.value !== '' && 'The token that was entered is not valid.'}
      </p>
      <label>
        Control token{' '}
        <input
          type="password"
          autocomplete="off"
          required
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
      </label>{' '}
      <button type="submit" class="main">
        Continue
      </button>
    </form>
  );
}

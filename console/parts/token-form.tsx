import { useSignal } from '@preact/signals';
import { useConsole } from '../model/console-model.js';
import { bound } from './bound.js';

/** Asks for the control token. */
export function TokenForm() {
  const { api } = useConsole();
  const typed = useSignal('');
  const isRejected = api.token.value !== '' && api.rejectedToken.value === api.token.value;
  const submit = (event: Event) => {
    event.preventDefault();
    // The mock may have started again with the same token, which is sent only if it differs.
    api.token.value = '';
    api.token.value = typed.value.trim();
  };
  return (
    <form class="card" onSubmit={submit}>
      <h1>Control token</h1>
      <p>This server was started with a control token. {isRejected && 'The token that was entered is not valid.'}</p>
      <label>
        Control token <input type="password" autocomplete="off" required {...bound(typed)} />
      </label>{' '}
      <button type="submit" class="main">
        Continue
      </button>
    </form>
  );
}

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ListedScenario } from '../../src/control/scenarios.js';
import { useConsole } from '../model/console-model.js';
import { replacementLoss } from '../model/reset.js';
import { useAnswer } from '../model/use-answer.js';
import { ActionButton } from '../parts/action-button.jsx';
import { bound } from '../parts/bound.js';
import { Failure } from '../parts/failure.jsx';
import { Page } from '../parts/page.jsx';
import { timeText } from '../parts/time-text.js';

/** The scenarios that a reset can change to. */
export function Scenarios() {
  const { api, live, health } = useConsole();
  const { value, error } = useAnswer<{ data: ListedScenario[] }>('/__mock/scenarios', { topics: ['state'] });
  const seed = useSignal('');
  const seedField = useRef<HTMLInputElement>(null);
  const present = health.value?.scenario;
  const start = (scenario: string) => {
    return api.send('POST', '/__mock/reset', { scenario, ...(seed.value !== '' && { seed: Number(seed.value) }) });
  };
  return (
    <Page
      title="Scenarios"
      about="A scenario is a prepared state. Starting one replaces all records of the session."
      tools={
        <label>
          Seed{' '}
          <input ref={seedField} type="number" min="0" placeholder={String(health.value?.seed ?? 0)} {...bound(seed)} />
        </label>
      }
    >
      <Failure error={error} />
      <ul class="cards">
        {value?.data.map(({ name, description, clock, personas }) => (
          <li key={name} class={name === present ? 'card current' : 'card'}>
            <h2>
              {name} {name === present && <span class="badge">in use</span>}
            </h2>
            <p>{description}</p>
            <p class="quiet">
              Starts at <time dateTime={clock}>{timeText(clock)}</time>
              {personas.length > 0 && `; ${personas.map(({ key }) => key).join(', ')}`}
            </p>
            <ActionButton onAct={() => start(name)} field={seedField} confirm={replacementLoss(live)}>
              Start {name}
            </ActionButton>
          </li>
        ))}
      </ul>
    </Page>
  );
}

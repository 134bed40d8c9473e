import type { ListedProfile } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useAnswer } from '../../model/use-answer.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { Failure } from '../../parts/failure.jsx';

/** The fault profiles: rules that are applied and withdrawn together. */
export function Profiles() {
  const { api } = useConsole();
  const { value, error } = useAnswer<{ data: ListedProfile[] }>('/__mock/fault-profiles', { topics: ['faults'] });
  return (
    <section aria-labelledby="profiles">
      <h2 id="profiles">Profiles</h2>
      <p class="about">Rules that are applied and withdrawn together.</p>
      <Failure error={error} />
      <ul class="cards">
        {value?.data.map(({ name, description, applied }) => (
          <li key={name} class={applied ? 'card current' : 'card'}>
            <h3>
              {name} {applied && <span class="badge">applied</span>}
            </h3>
            <p>{description}</p>
            <ActionButton onAct={() => api.send(applied ? 'DELETE' : 'PUT', `/__mock/fault-profiles/${name}`)}>
              {applied ? `Withdraw ${name}` : `Apply ${name}`}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { FaultProfileName } from 'briefs-mock';
import { usePlayground } from './playground.js';

/** Who reads, what goes wrong, and what time it is. */
export function Controls() {
  return (
    <section class="controls" aria-label="Controls of the mock">
      <PersonaControl />
      <FaultControl />
      <ClockControl />
    </section>
  );
}

function PersonaControl() {
  const playground = usePlayground();
  const personas = playground.personas.value;
  const login = playground.login.value;
  const persona = personas.find(({ email }) => email === login?.email);
  const choose = (email: string) => playground.logIn(personas.find((one) => one.email === email));
  return (
    <div class="control">
      <label>
        Reading as
        <select value={login?.email ?? ''} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">Nobody</option>
          {personas.map(({ email, key }) => (
            <option key={email} value={email}>
              {key.charAt(0).toUpperCase() + key.slice(1)}
            </option>
          ))}
          {login !== undefined && persona === undefined && <option value={login.email}>{login.email}</option>}
        </select>
      </label>
      <p class="quiet">{persona?.description ?? login?.email ?? 'Requests have no token.'}</p>
    </div>
  );
}

function FaultControl() {
  const { mock, version } = usePlayground();
  version.value;
  const { profiles } = mock.faults;
  const applied = profiles.find((profile) => profile.applied);
  const choose = (name: string) => {
    if (applied !== undefined) mock.faults.withdraw(applied.name as FaultProfileName);
    if (name !== '') mock.faults.apply(name as FaultProfileName);
  };
  return (
    <div class="control">
      <label>
        Faults
        <select value={applied?.name ?? ''} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">None</option>
          {profiles.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p class="quiet">{applied?.description ?? 'Every request is answered at once.'}</p>
    </div>
  );
}

const HOUR = 3_600_000;
const STEPS = [
  ['1 hour', HOUR],
  ['1 day', 24 * HOUR],
  ['1 week', 7 * 24 * HOUR],
] as const;

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

function ClockControl() {
  const { mock, version } = usePlayground();
  version.value;
  const now = mock.clock.now;
  return (
    <div class="control">
      <p class="clock" role="status">
        <span class="label">Clock</span> {date.format(now)}, {time.format(now)} UTC
      </p>
      <p class="actions">
        {STEPS.map(([label, milliseconds]) => (
          <button key={label} type="button" onClick={() => mock.clock.advance({ milliseconds })}>
            + {label}
          </button>
        ))}
        <button type="button" onClick={() => mock.reset()}>
          Start again
        </button>
      </p>
    </div>
  );
}

// The preferences of one user, in React with plain effects. The URL says of which application.
import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, explain } from '../api.js';

interface Application {
  id: number;
  name: string;
}
interface Definition {
  id: number;
  preference_label: string;
}
interface Value {
  id: number;
  app_preference_id: number;
  user_app_preference_id: number;
  type: 'Entity' | 'Generic';
  value: string;
  app_preference_slug: string;
}
interface Saved {
  id: number;
  name: string;
  user_email: string;
  generic: { preference_value: string | null }[];
  entity: { entity_gid: string | null }[];
}

const me = 1;
const frequencies = ['daily', 'weekdays', 'weekly', 'never'];
const topics = ['topic_dairy', 'topic_hospitals', 'topic_housing', 'topic_ports', 'topic_renewables'];
const ofUser = (application: number) => `/user-data/v1/user-application-preference/${application}/${me}`;
const inAddress = () => Number(new URLSearchParams(location.search).get('application') ?? 1);

function Settings() {
  const [application, setApplication] = useState(inAddress);
  const [applications, setApplications] = useState<Application[]>([]);
  const [definitions, setDefinitions] = useState<Definition[]>([]);
  const [values, setValues] = useState<Value[]>();
  const [version, setVersion] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [message, setMessage] = useState('');
  const fail = useCallback((error: unknown) => setMessage(explain(error, 'That did not work. Reload the page.')), []);

  useEffect(() => {
    const follow = () => setApplication(inAddress());
    window.addEventListener('popstate', follow);
    call<Application[]>('/user-preference/v1/application').then(setApplications, fail);
    return () => window.removeEventListener('popstate', follow);
  }, [fail]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts the writes, after which values are read again
  useEffect(() => {
    let isLeft = false;
    Promise.all([
      call<Definition[]>(`/user-data/v1/application-preference/${application}`),
      call<Value[]>(ofUser(application)),
    ])
      .then(([found, read]) => {
        if (isLeft && FAULT !== 'late-application') return;
        setDefinitions(found);
        setValues(read);
      })
      .catch((error) => {
        if (isLeft) return;
        setValues([]);
        fail(error);
      });
    return () => {
      isLeft = true;
    };
  }, [application, version, fail]);

  const choose = (id: number) => {
    history.pushState(null, '', `?application=${id}`);
    setMessage('');
    setValues(undefined);
    setApplication(id);
  };
  const write = async (send: () => Promise<unknown>, undo = () => {}) => {
    setSaving(true);
    setMessage('');
    try {
      await send();
      setVersion((count) => count + 1);
      if (FAULT === 'endless-saving') setSaving(false);
    } catch (error) {
      undo();
      fail(error);
    }
    if (FAULT !== 'endless-saving') setSaving(false);
  };
  return (
    <main>
      <h1>Preferences</h1>
      <label>
        Application{' '}
        <select value={application} disabled={isSaving} onChange={({ target }) => choose(Number(target.value))}>
          {applications.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {isSaving && <p role="status">Saving…</p>}
      {values === undefined ? (
        <p role="status">Loading…</p>
      ) : (
        <fieldset disabled={isSaving}>
          <legend>Yours</legend>
          <Frequency {...{ application, values, setValues, write }} />
          <Topics {...{ values, write }} />
        </fieldset>
      )}
      <SavedValues key={application} {...{ definitions, version, fail }} />
      <p role="alert">{message}</p>
    </main>
  );
}

type Write = (send: () => Promise<unknown>, undo?: () => void) => Promise<void>;

interface FrequencyProps {
  application: number;
  values: Value[];
  setValues(values: Value[]): void;
  write: Write;
}

function Frequency({ application, values, setValues, write }: FrequencyProps) {
  const preference = values.find(({ app_preference_slug }) => app_preference_slug === 'digest-frequency');
  if (preference === undefined) return null;
  const change = (value: string) => {
    const { id, app_preference_id, type } = preference;
    const send = () => call(`${ofUser(application)}/${id}`, 'PUT', { id, app_preference_id, user_id: me, type, value });
    setValues(values.map((one) => (one === preference ? { ...one, value } : one)));
    void write(send, FAULT === 'no-rollback' ? undefined : () => setValues(values));
  };
  return (
    <label>
      Digest{' '}
      <select value={preference.value} onChange={({ target }) => change(target.value)}>
        {[...new Set([...frequencies, preference.value])].map((frequency) => (
          <option key={frequency}>{frequency}</option>
        ))}
      </select>
    </label>
  );
}

function Topics({ values, write }: { values: Value[]; write: Write }) {
  const followed = values.filter(({ app_preference_slug }) => app_preference_slug === 'followed-topics');
  const others = topics.filter((topic) => !followed.some(({ value }) => value === topic));
  const api = '/user-preference/v1/entity-preference';
  const add = (topic: string) => {
    const preference = followed[0]?.id;
    const preference_id = FAULT === 'id-as-text' ? String(preference) : preference;
    void write(() => call(api, 'POST', [{ preference_id, entity_gid: topic }]));
  };
  return (
    <ul>
      {followed.map(({ value, user_app_preference_id }) => (
        <li key={user_app_preference_id}>
          {value}{' '}
          <button type="button" onClick={() => void write(() => call(`${api}/${user_app_preference_id}`, 'DELETE'))}>
            Stop following {value}
          </button>
        </li>
      ))}
      {followed.length > 0 &&
        others.map((topic) => (
          <li key={topic}>
            <button type="button" onClick={() => add(topic)}>
              Follow {topic}
            </button>
          </li>
        ))}
    </ul>
  );
}

interface SavedValuesProps {
  definitions: Definition[];
  version: number;
  fail(error: unknown): void;
}

function SavedValues({ definitions, version, fail }: SavedValuesProps) {
  const [isEverywhere, setEverywhere] = useState(false);
  const [saved, setSaved] = useState<Saved[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts the writes, after which values are read again
  useEffect(() => {
    let isLeft = false;
    const here = { application_preference: definitions.map(({ id }) => id) };
    const user = FAULT === 'foreign-rows' && isEverywhere ? {} : { user_id: [me] };
    if (definitions.length === 0 && !isEverywhere) return setSaved([]);
    call<Saved[]>('/user-preference/v1/get-preference', 'POST', isEverywhere ? user : { ...user, ...here }).then(
      (found) => isLeft || setSaved(found),
      (error) => isLeft || fail(error),
    );
    return () => {
      isLeft = true;
    };
  }, [definitions, isEverywhere, version, fail]);
  return (
    <section>
      <h2>Saved values</h2>
      <label>
        <input type="checkbox" checked={isEverywhere} onChange={({ target }) => setEverywhere(target.checked)} /> In all
        applications
      </label>
      <ul>
        {saved.map(({ id, name, user_email, generic, entity }) => (
          <li key={id}>
            {name} of {user_email}:{' '}
            {[...generic.map((one) => one.preference_value), ...entity.map((one) => one.entity_gid)].join(', ')}
          </li>
        ))}
      </ul>
    </section>
  );
}

createRoot(document.querySelector('#app') as Element).render(<Settings />);

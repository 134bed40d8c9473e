// A directory of clients, in React with plain effects. The URL says which clients are listed, and who is open.
import { useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, explain } from '../api.js';

interface Client {
  id: number;
  display_name: string;
  status: string;
  domain: string[] | null;
}
interface Relation {
  id: number;
  brief_id: string;
  client_id: number;
  status: string;
}

const api = '/user-data/v1';

function useAddress() {
  const [query, setQuery] = useState(location.search);
  useEffect(() => {
    const follow = () => setQuery(location.search);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = (changes: Record<string, string>) => {
    const next = new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(location.search)), ...changes });
    history.pushState(null, '', `?${next}`);
    setQuery(location.search);
  };
  return { query: new URLSearchParams(query), go };
}

/** The answer to a read, read again by `reload()`. */
function useRead<Data>(path: string) {
  const [data, setData] = useState<Data>();
  const [error, setError] = useState<unknown>();
  const [version, setVersion] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version counts how often the data was read
  useEffect(() => {
    let isLeft = false;
    call<Data>(path).then(
      (answer) => {
        if (isLeft) return;
        setData(answer);
        setError(undefined);
      },
      (reason) => isLeft || setError(reason),
    );
    return () => {
      isLeft = true;
    };
  }, [path, version]);
  const reload = useCallback(() => setVersion((count) => count + 1), []);
  return { data, error, reload };
}

function Directory() {
  const { query, go } = useAddress();
  const [chosen, setChosen] = useState('active');
  const clients = useRead<Client[]>(`${api}/client`);
  const status = FAULT === 'lost-filter' ? chosen : (query.get('status') ?? 'active');
  const client = clients.data?.find(({ id }) => String(id) === query.get('client'));
  const show = (value: string) => {
    setChosen(value);
    go({ status: value });
  };
  return (
    <main>
      <h1>Clients</h1>
      {['active', 'deleted'].map((value) => (
        <button key={value} type="button" aria-pressed={status === value} onClick={() => show(value)}>
          {value === 'active' ? 'Active' : 'Archived'}
        </button>
      ))}
      {clients.data === undefined && clients.error === undefined && <p role="status">Loading…</p>}
      <ul>
        {clients.data
          ?.filter((one) => one.status === status)
          .map(({ id, display_name }) => (
            <li key={id}>
              <button type="button" onClick={() => go({ client: String(id) })}>
                {display_name}
              </button>
            </li>
          ))}
      </ul>
      {clients.error !== undefined && <p role="alert">{explain(clients.error, 'The clients could not be loaded.')}</p>}
      {client !== undefined && <Details key={client.id} client={client} reload={clients.reload} />}
    </main>
  );
}

function domains({ domain }: Client): string {
  if (FAULT === 'no-domain') return (domain as string[]).join(', ');
  return domain?.join(', ') ?? 'any';
}

function Details({ client, reload }: { client: Client; reload(): void }) {
  const [isSaving, setSaving] = useState(false);
  const [message, setMessage] = useState('');
  const isActive = client.status === 'active';
  const change = async () => {
    setSaving(true);
    setMessage('');
    try {
      if (isActive) await call(`${api}/client/${client.id}`, 'DELETE');
      else await call(`${api}/client/${client.id}`, 'PUT', { status: 'active' });
      if (FAULT !== 'stale-list') reload();
    } catch (error) {
      setMessage(explain(error, 'The client could not be changed.'));
    }
    setSaving(false);
  };
  return (
    <section>
      <h2>{client.display_name}</h2>
      <p>Domains: {domains(client)}</p>
      <button type="button" disabled={isSaving} onClick={() => void change()}>
        {isActive ? 'Archive' : 'Restore'}
      </button>
      <p role="alert">{message}</p>
      <Briefs client={client.id} />
    </section>
  );
}

function Briefs({ client }: { client: number }) {
  const relations = useRead<Relation[]>(`${api}/brief-client`);
  const [isSaving, setSaving] = useState(false);
  const [message, setMessage] = useState('');
  const own = relations.data?.filter(({ client_id }) => client_id === client) ?? [];
  const active = own.filter(({ status }) => status === 'active');
  const known = new Set(relations.data?.map(({ brief_id }) => brief_id));
  const others = [...known].filter((brief) => !own.some(({ brief_id }) => brief_id === brief));
  const isLoading = relations.data === undefined || (FAULT === 'endless-empty' && active.length === 0);
  const write = async (send: () => Promise<unknown>) => {
    setSaving(true);
    setMessage('');
    try {
      await send();
      relations.reload();
    } catch (error) {
      setMessage(explain(error, 'The briefs could not be changed.'));
    }
    setSaving(false);
  };
  if (relations.error !== undefined) {
    return <p role="alert">{explain(relations.error, 'The briefs could not be loaded.')}</p>;
  }
  if (isLoading) return <p role="status">Loading the briefs…</p>;
  return (
    <>
      <ul>
        {active.map(({ id, brief_id }) => (
          <li key={id}>
            {brief_id}{' '}
            <button
              type="button"
              disabled={isSaving}
              onClick={() => void write(() => call(`${api}/brief-client/${id}`, 'DELETE'))}
            >
              Remove {brief_id}
            </button>
          </li>
        ))}
      </ul>
      {others.map((brief_id) => (
        <button
          key={brief_id}
          type="button"
          disabled={isSaving && FAULT !== 'double-add'}
          onClick={() => void write(() => call(`${api}/brief-client`, 'POST', [{ brief_id, client_id: client }]))}
        >
          Add {brief_id}
        </button>
      ))}
      <p role="alert">{message}</p>
    </>
  );
}

createRoot(document.querySelector('#app') as Element).render(<Directory />);

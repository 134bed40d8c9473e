// An administration of people, in React with TanStack Query. The URL says who is open.
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, explain, isMissing } from '../api.js';
import { go, usePerson } from './address.js';

interface Person {
  id: number;
  fname: string;
  lname: string;
  email: string;
  client_id: number | null;
  user_type: string;
}
interface Client {
  id: number;
  display_name: string;
}

const api = '/user-data/v1';
const types = {
  normal: 'Normal',
  power_user: 'Power user',
  decision_maker: 'Decision maker',
  power_user_and_decision_maker: 'Power user and decision maker',
};
const usePeople = () => useQuery({ queryKey: ['people'], queryFn: () => call<Person[]>(`${api}/user`) });

function fields(event: SubmitEvent<HTMLFormElement>): Record<string, string> {
  event.preventDefault();
  return Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]));
}

function clientName({ client_id }: Person, clients: Client[] | undefined): string {
  const client = clients?.find(({ id }) => id === client_id);
  if (FAULT === 'no-client' && clients !== undefined) return (client as Client).display_name;
  return client?.display_name ?? 'No client';
}

function Failure({ error }: { error: Error | null }) {
  return <p role="alert">{error !== null && explain(error, 'That did not work. Try again.')}</p>;
}

function Details({ id }: { id: number }) {
  const queries = useQueryClient();
  const clients = useQuery({ queryKey: ['clients'], queryFn: () => call<Client[]>(`${api}/client`) });
  const details = useQuery({
    queryKey: ['person', id],
    queryFn: () => call<Person[]>(`${api}/user/${id}`),
    throwOnError: (error: Error) => FAULT === 'removed-person' && isMissing(error),
  });
  const save = useMutation({
    mutationFn: (changes: Record<string, string>) => call(`${api}/user/${id}`, 'PUT', changes),
    onSuccess: () => queries.invalidateQueries(FAULT === 'stale-details' ? { queryKey: ['people'] } : {}),
  });
  const remove = useMutation({
    mutationFn: () => call(`${api}/user/${id}`, 'DELETE'),
    async onSuccess() {
      go(undefined);
      queries.removeQueries({ queryKey: ['person', id] });
      await queries.invalidateQueries({ queryKey: ['people'] });
    },
  });
  const person = details.data?.[0];
  const isBusy = save.isPending || remove.isPending;
  if (isMissing(details.error)) return <p>This person no longer exists.</p>;
  if (person === undefined)
    return details.isPending ? <p role="status">Loading…</p> : <Failure error={details.error} />;
  return (
    <section>
      <h2>
        {person.fname} {person.lname}
      </h2>
      <p>
        {person.email}, {clientName(person, clients.data)}
      </p>
      <form key={JSON.stringify(person)} onSubmit={(event) => save.mutate(fields(event))}>
        <label>
          First name <input name="fname" required defaultValue={person.fname} />
        </label>
        <label>
          Last name <input name="lname" required defaultValue={person.lname} />
        </label>
        <label>
          Type{' '}
          <select name="user_type" defaultValue={FAULT === 'type-label' ? labelOf(person) : person.user_type}>
            {Object.entries(types).map(([value, label]) => (
              <option key={value} value={FAULT === 'type-label' ? label : value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={isBusy}>
          Save
        </button>
      </form>
      <button type="button" disabled={isBusy} onClick={() => remove.mutate()}>
        Remove this person
      </button>
      <Failure error={save.error ?? remove.error} />
    </section>
  );
}

const labelOf = ({ user_type }: Person) => Object.entries(types).find(([value]) => value === user_type)?.[1];

function NewPerson() {
  const queries = useQueryClient();
  const people = usePeople();
  const [isTaken, setTaken] = useState(false);
  const create = useMutation({
    mutationFn: (person: Record<string, string>) => call(`${api}/user`, 'POST', person),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const person = fields(event);
    const taken = people.data?.some(({ email }) => email.toLowerCase() === person.email?.toLowerCase()) === true;
    setTaken(taken);
    if (!taken) create.mutate(person, { onSuccess: () => form.reset() });
  };
  return (
    <form aria-label="New person" onSubmit={submit}>
      <label>
        First name <input name="fname" required />
      </label>
      <label>
        Last name <input name="lname" required />
      </label>
      <label>
        E-mail <input name="email" type="email" required />
      </label>
      <button type="submit" disabled={!people.isSuccess || (create.isPending && FAULT !== 'double-create')}>
        Add
      </button>
      {isTaken && <p>Somebody else has this address.</p>}
      <Failure error={create.error} />
    </form>
  );
}

function People() {
  const open = usePerson();
  const people = usePeople();
  const [search, setSearch] = useState('');
  const names = people.data?.map(({ id, fname, lname }) => ({ id, name: `${fname} ${lname}` })) ?? [];
  const shown = names.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <main>
      <h1>People</h1>
      <label>
        Search <input value={search} onChange={({ target }) => setSearch(target.value)} />
      </label>
      {people.isPending && <p role="status">Loading…</p>}
      <Failure error={people.error} />
      {open === null ? (
        <NewPerson />
      ) : (
        <>
          <button type="button" onClick={() => go(undefined)}>
            Close
          </button>
          <Details key={open} id={Number(open)} />
        </>
      )}
      <ul>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={() => go(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
createRoot(document.querySelector('#app') as Element).render(
  <QueryClientProvider client={client}>
    <People />
  </QueryClientProvider>,
);

// What a reader has saved, in React with TanStack Query: optimistic removal, undo, and a count of its own.
import { QueryClient, QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { call, explain } from '../api.js';

interface Item {
  label: string;
  path: string;
}
interface SavedBrief {
  name: string;
  date: string;
  slug: string;
  gid: string;
}
interface SavedArticle {
  title: string;
  gid: string;
  brief: SavedBrief;
}

const api = '/public-api/v1/bookmark';
const list = ['saved', 'list'];
const count = ['saved', 'count'];

async function loadSaved(): Promise<Item[]> {
  const [briefs, articles] = await Promise.all([
    call<SavedBrief[]>(`${api}/brief`),
    call<SavedArticle[]>(`${api}/article`),
  ]);
  return [
    ...briefs.map(({ name, date, slug, gid }) => ({ label: `${name}, ${date}`, path: `${api}/${slug}/${gid}` })),
    ...articles.map(({ title, gid, brief }) => ({ label: title, path: `${api}/${brief.slug}/${brief.gid}/${gid}` })),
  ];
}

/** Removes at once, and takes it back if the service refuses. */
function useRemoval() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ path }: Item) => call(path, 'DELETE'),
    async onMutate(item) {
      if (FAULT !== 'late-list') await client.cancelQueries({ queryKey: list });
      const before = client.getQueryData<Item[]>(list);
      client.setQueryData<Item[]>(list, (items) => items?.filter(({ path }) => path !== item.path));
      return before;
    },
    onError(_error, _item, before) {
      if (FAULT !== 'no-rollback') client.setQueryData(list, before);
    },
    onSettled(_data, error) {
      if (client.isMutating() > 1 || (FAULT === 'no-rollback' && error !== null)) return;
      void client.invalidateQueries({ queryKey: changed() });
    },
  });
}

function changed(): string[] {
  if (FAULT === 'stale-count') return list;
  return FAULT === 'late-list' ? count : ['saved'];
}

function Saved() {
  const client = useQueryClient();
  const saved = useQuery({ queryKey: list, queryFn: loadSaved });
  const total = useQuery({ queryKey: count, queryFn: async () => (await loadSaved()).length });
  const [removed, setRemoved] = useState<Item>();
  const removal = useRemoval();
  const undo = useMutation({
    mutationFn: ({ path }: Item) => call(path, 'POST'),
    onSuccess() {
      setRemoved(undefined);
      return client.invalidateQueries({ queryKey: changed() });
    },
  });
  const remove = (item: Item) => removal.mutate(item, { onSuccess: () => setRemoved(item) });
  const error = saved.error ?? removal.error ?? undo.error;
  return (
    <main>
      <h1>Saved</h1>
      {total.data !== undefined && <p>{total.data} saved</p>}
      <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['saved'] })}>
        Refresh
      </button>
      {removed !== undefined && (
        <button type="button" disabled={undo.isPending && FAULT !== 'double-undo'} onClick={() => undo.mutate(removed)}>
          Undo
        </button>
      )}
      {saved.isPending && <p role="status">Loading…</p>}
      <ul>
        {saved.data?.map((item) => (
          <li key={item.path}>
            {item.label}{' '}
            <button
              type="button"
              aria-label={FAULT === 'nameless-button' ? undefined : `Remove ${item.label}`}
              onClick={() => remove(item)}
            >
              <svg aria-hidden="true" width="12" height="12" viewBox="0 0 12 12">
                <path d="M1 1 11 11M11 1 1 11" stroke="currentColor" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{error !== null && explain(error, 'That did not work. Refresh, and try again.')}</p>
    </main>
  );
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } } });
createRoot(document.querySelector('#app') as Element).render(
  <QueryClientProvider client={client}>
    <Saved />
  </QueryClientProvider>,
);

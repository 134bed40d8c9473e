import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { Mock } from 'briefs-mock';
import { createApi } from './api';

/** Loads the queries that are on the page again after each change of the mock. */
export function follow(mock: Mock, client: QueryClient) {
  mock.on('change', () => client.invalidateQueries());
}

function Bookmarks({ token }: { token: string }) {
  const { data = [] } = useQuery({ queryKey: ['bookmarks', token], queryFn: () => createApi(token).bookmarks() });
  return data.map(({ gid, title }) => <li key={gid}>{title}</li>);
}

export function start(mock: Mock, token: string) {
  const client = new QueryClient();
  follow(mock, client);
  return (
    <QueryClientProvider client={client}>
      <Bookmarks token={token} />
    </QueryClientProvider>
  );
}

import type { Mock } from 'briefs-mock';
import useSWR, { mutate } from 'swr';
import { createApi } from './api';

/** Loads what is on the page again after each change of the mock. */
export function follow(mock: Mock) {
  mock.on('change', () => mutate(() => true));
}

function Bookmarks({ token }: { token: string }) {
  const { data = [] } = useSWR(['bookmarks', token], () => createApi(token).bookmarks());
  return data.map(({ gid, title }) => <li key={gid}>{title}</li>);
}

export function start(mock: Mock, token: string) {
  follow(mock);
  return <Bookmarks token={token} />;
}

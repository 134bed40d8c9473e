import type { Mock } from 'briefs-mock';

type Fetch = Mock['fetch'];

/** Sends requests to a mock, as a reader of the public API or without a token. */
function client(fetch: Fetch, token?: string) {
  const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send = async (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...init,
    });
    return ((await response.json()) as { data: never }).data;
  };
  return { get: (path: string) => send('GET', path), send };
}

type ReaderWaste = 'two components' | 'after another write' | 'each brief' | 'one after the other';

/** A page of a reader: opens a brief, bookmarks an article, and shows the bookmarks. */
export async function readerPage(fetch: Fetch, wastes: readonly ReaderWaste[] = []): Promise<void> {
  const { get, send } = client(fetch, 'alice-token');
  const list = () => get('/public-api/v1/brief') as Promise<{ slug: string }[]>;
  const [briefs] = await Promise.all(wastes.includes('two components') ? [list(), list()] : [list()]);
  const slugs = (briefs ?? []).map(({ slug }) => slug);
  if (wastes.includes('each brief')) for (const slug of slugs.slice(0, 4)) await get(`/public-api/v1/brief/${slug}`);
  const document = (await get('/public-api/v1/brief/front-page')) as {
    gid: string;
    article: { gid: string }[];
    date_option: { picker: { gid: string }[] };
  };
  if (wastes.includes('one after the other')) {
    await get(`/public-api/v1/brief/front-page/${document.date_option.picker[1]?.gid}`);
  }
  await get('/public-api/v1/bookmark/article');
  const bookmark = `/public-api/v1/bookmark/front-page/${document.gid}/${document.article[0]?.gid}`;
  await send('POST', bookmark);
  await get('/public-api/v1/bookmark/article');
  if (wastes.includes('after another write')) await list();
  await send('DELETE', bookmark);
}

type OfficeWaste = 'each user' | 'polling';

/** A page of an office: shows the users of applications, and renames one. */
export async function officePage(mock: Mock, wastes: readonly OfficeWaste[] = []): Promise<void> {
  const { get, send } = client(mock.fetch);
  const uses = (await get('/user-data/v1/application-user')) as { user_id: number }[];
  if (wastes.includes('each user')) {
    for (const { user_id: id } of uses.slice(0, 5)) await get(`/user-data/v1/user/${id}`);
  } else await get('/user-data/v1/user');
  await get('/user-data/v1/application');
  if (wastes.includes('polling')) {
    for (let minutes = 0; minutes < 2; minutes++) {
      mock.clock.advance({ minutes: 1 });
      await get('/user-data/v1/application');
    }
  }
  await send('PUT', '/user-data/v1/user/1', { fname: 'Ann' });
  await get('/user-data/v1/user/1');
}

import type { BookmarkedArticle, BriefDocument, BriefListItem } from 'briefs-mock';

/** Shows briefs, the articles of the clicked brief, and bookmarks. A click on an article bookmarks it. */
export async function showReadingPage(token: string) {
  async function call<Data>(method: string, path: string): Promise<Data> {
    const response = await fetch(`/public-api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
    return (await response.json()).data;
  }

  async function showBookmarks() {
    fill('Bookmarks', await call<BookmarkedArticle[]>('GET', '/bookmark/article'), ({ title }) => title);
  }

  async function open({ slug }: BriefListItem) {
    const { gid, article } = await call<BriefDocument>('GET', `/brief/${slug}`);
    const bookmark = async (chosen: (typeof article)[number]) => {
      await call('POST', `/bookmark/${slug}/${gid}/${chosen.gid}`);
      await showBookmarks();
    };
    fill('Articles', article, ({ title }) => title, bookmark);
  }

  fill('Briefs', await call<BriefListItem[]>('GET', '/brief'), ({ name }) => name, open);
  await showBookmarks();
}

function fill<Entry>(
  list: string,
  entries: Entry[],
  textOf: (entry: Entry) => string,
  onClick?: (entry: Entry) => void,
) {
  const items = entries.map((entry) => {
    const item = document.createElement('li');
    item.textContent = textOf(entry);
    item.addEventListener('click', () => onClick?.(entry));
    return item;
  });
  document.querySelector(`[aria-label="${list}"]`)?.replaceChildren(...items);
}

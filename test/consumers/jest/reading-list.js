const api = 'https://api.example.com/public-api/v1';

/** Shows briefs, the articles of the clicked brief, and bookmarks. A click on an article bookmarks it. */
async function showReadingList(root, token) {
  root.innerHTML = ['Briefs', 'Articles', 'Bookmarks'].map((name) => `<ul aria-label="${name}"></ul>`).join('');

  async function call(method, path) {
    const response = await fetch(api + path, { method, headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`The service says ${response.status}`);
    return (await response.json()).data;
  }

  function fill(list, entries, onClick) {
    const items = entries.map((entry) => {
      const item = document.createElement('li');
      item.textContent = entry.title ?? entry.name;
      item.addEventListener('click', () => onClick?.(entry));
      return item;
    });
    root.querySelector(`[aria-label="${list}"]`).replaceChildren(...items);
  }

  const showBookmarks = async () => fill('Bookmarks', await call('GET', '/bookmark/article'));

  async function open({ slug }) {
    const { gid, article } = await call('GET', `/brief/${slug}`);
    fill('Articles', article, async (chosen) => {
      await call('POST', `/bookmark/${slug}/${gid}/${chosen.gid}`);
      await showBookmarks();
    });
  }

  fill('Briefs', await call('GET', '/brief'), open);
  await showBookmarks();
}

module.exports = { showReadingList };

/** A client of the brief service and its bookmarks. `fetch` can be replaced in tests. */
export function createReader(token, fetch = globalThis.fetch) {
  async function call(method, path) {
    const response = await fetch(`https://api.example.com/public-api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()).data;
  }

  return {
    briefs: () => call('GET', '/brief'),
    open: (slug) => call('GET', `/brief/${slug}`),
    bookmarks: () => call('GET', '/bookmark/article'),
    /** Bookmarks the first article of a brief and returns it. */
    async keepFirst(slug) {
      const { gid, article } = await this.open(slug);
      await call('POST', `/bookmark/${slug}/${gid}/${article[0].gid}`);
      return article[0];
    },
  };
}

import type { ArticleInDocument, BookmarkedArticle, BriefDocument, BriefListItem } from 'briefs-mock';

const api = 'https://api.example.com/public-api/v1';

export class ApiError extends Error {}

/** The brief service, called as one reader. */
export function createApi(token: string) {
  async function call<Data>(method: string, path: string): Promise<Data> {
    const response = await fetch(api + path, { method, headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new ApiError(`The service says ${response.status}`);
    return (await response.json()).data;
  }

  return {
    briefs: () => call<BriefListItem[]>('GET', '/brief'),
    document: (slug: string) => call<BriefDocument>('GET', `/brief/${slug}`),
    bookmarks: () => call<BookmarkedArticle[]>('GET', '/bookmark/article'),
    bookmark: ({ slug, gid }: BriefDocument, article: ArticleInDocument) =>
      call('POST', `/bookmark/${slug}/${gid}/${article.gid}`),
  };
}

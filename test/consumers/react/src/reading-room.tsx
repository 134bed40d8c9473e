import type { ArticleInDocument, BookmarkedArticle, BriefDocument, BriefListItem } from 'briefs-mock';
import { useEffect, useMemo, useState } from 'react';
import { ApiError, createApi } from './api';

const explain = (error: unknown) => (error instanceof ApiError ? error.message : 'The service cannot be reached');

/** Shows the briefs of a reader, the articles of the open brief, and the bookmarks. */
export function ReadingRoom({ token }: { token: string }) {
  const api = useMemo(() => createApi(token), [token]);
  const [briefs, setBriefs] = useState<BriefListItem[]>([]);
  const [bookmarks, setBookmarks] = useState<BookmarkedArticle[]>([]);
  const [open, setOpen] = useState<BriefDocument>();
  const [problem, setProblem] = useState<unknown>();

  useEffect(() => {
    api.briefs().then(setBriefs).catch(setProblem);
    api.bookmarks().then(setBookmarks).catch(setProblem);
  }, [api]);

  const read = (slug: string) => api.document(slug).then(setOpen).catch(setProblem);
  const bookmark = (document: BriefDocument, article: ArticleInDocument) =>
    api.bookmark(document, article).then(api.bookmarks).then(setBookmarks).catch(setProblem);

  if (problem) return <p role="alert">{explain(problem)}</p>;
  return (
    <>
      <ul aria-label="Briefs">
        {briefs.map(({ slug, name }) => (
          <li key={slug}>
            <button type="button" onClick={() => read(slug)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <ul aria-label="Articles">
          {open.article.map((article) => (
            <li key={article.gid}>
              {article.title}
              <button type="button" onClick={() => bookmark(open, article)}>
                Bookmark
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Bookmarks">
        {bookmarks.map(({ brief, gid, title }) => (
          <li key={`${brief.gid}/${gid}`}>{title}</li>
        ))}
      </ul>
    </>
  );
}

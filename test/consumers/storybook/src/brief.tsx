import type { BookmarkedArticle, BriefDocument } from 'briefs-mock';
import { useEffect, useState } from 'react';

async function call<Data>(token: string, method: string, path: string): Promise<Data> {
  const response = await fetch(`/public-api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The service says ${response.status}`);
  return (await response.json()).data;
}

async function load(slug: string, token: string) {
  return {
    document: await call<BriefDocument>(token, 'GET', `/brief/${slug}`),
    bookmarks: await call<BookmarkedArticle[]>(token, 'GET', '/bookmark/article'),
  };
}

/** Shows the articles of a brief and the bookmarks of its reader. */
export function Brief({ slug, token }: { slug: string; token: string }) {
  const [shown, setShown] = useState<Awaited<ReturnType<typeof load>>>();
  const [problem, setProblem] = useState('');

  useEffect(() => {
    load(slug, token).then(setShown, (error: Error) => setProblem(error.message));
  }, [slug, token]);

  const bookmark = async (gid?: string) => {
    await call(token, 'POST', `/bookmark/${slug}/${shown?.document.gid}/${gid}`);
    setShown(await load(slug, token));
  };

  if (problem) return <p role="alert">{problem}</p>;
  if (!shown) return <p role="status">Loading …</p>;
  return (
    <>
      <ul aria-label="Articles">
        {shown.document.article.map(({ gid, title }) => (
          <li key={gid}>
            {title}
            <button type="button" onClick={() => bookmark(gid)}>
              Bookmark
            </button>
          </li>
        ))}
      </ul>
      <ul aria-label="Bookmarks">
        {shown.bookmarks.map(({ gid, title }) => (
          <li key={gid}>{title}</li>
        ))}
      </ul>
    </>
  );
}

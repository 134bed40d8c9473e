import { call } from './api.js';
import { Keep } from './keep.js';

// It is rendered for each request, not when the application is built.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const [briefs, bookmarks, { slug, gid, article }] = await Promise.all([
    call('/brief'),
    call('/bookmark/article'),
    call('/brief/front-page'),
  ]);
  return (
    <main>
      <ul aria-label="Briefs">
        {briefs.map(({ slug, name }) => (
          <li key={slug}>{name}</li>
        ))}
      </ul>
      <p>{bookmarks.length} on the server</p>
      <Keep path={`/bookmark/${slug}/${gid}/${article.at(-1).gid}`} />
    </main>
  );
}

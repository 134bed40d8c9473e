import { useSignal } from '@preact/signals';
import type { BookmarkedArticle, BookmarkedBrief, BriefListItem } from 'briefs-mock';
import { ArticleCard } from './article-card.jsx';
import { Document } from './document.jsx';
import { Problem } from './problem.jsx';
import { useAnswer } from './use-answer.js';

const BOOKMARKS = '';

/** A small application for reading briefs. All it shows comes from the APIs. */
export function Reader() {
  const briefs = useAnswer<BriefListItem[]>('/public-api/v1/brief');
  const chosen = useSignal<string | undefined>(undefined);
  const slug = chosen.value ?? briefs.data?.[0]?.slug;
  const item = (value: string, text: string) => (
    <li key={value}>
      <button
        type="button"
        aria-current={slug === value ? 'true' : undefined}
        onClick={() => {
          chosen.value = value;
        }}
      >
        {text}
      </button>
    </li>
  );
  return (
    <section class="reader" aria-label="Reader">
      <nav aria-label="Briefs" aria-busy={briefs.isLoading}>
        <h2>Briefs</h2>
        <Problem text={briefs.problem} />
        <ul>
          {briefs.data?.map(({ slug: value, name }) => item(value, name))}
          {item(BOOKMARKS, 'Bookmarks')}
        </ul>
      </nav>
      <div class="content">
        {slug === BOOKMARKS && <Bookmarks />}
        {slug !== undefined && slug !== BOOKMARKS && <Document key={slug} slug={slug} />}
      </div>
    </section>
  );
}

function Bookmarks() {
  const documents = useAnswer<BookmarkedBrief[]>('/public-api/v1/bookmark/brief');
  const articles = useAnswer<BookmarkedArticle[]>('/public-api/v1/bookmark/article');
  return (
    <div aria-busy={documents.isLoading || articles.isLoading}>
      <h2>Bookmarks</h2>
      <Problem text={documents.problem ?? articles.problem} />
      {documents.data?.length === 0 && articles.data?.length === 0 && <p class="quiet">Nothing is bookmarked.</p>}
      <ul class="documents">
        {documents.data?.map(({ name, date, gid, slug }) => (
          <li key={slug + gid}>
            <strong>{name}</strong> <span class="quiet">{date}</span>
          </li>
        ))}
      </ul>
      {articles.data?.map((article) => (
        <ArticleCard
          key={article.brief.gid + article.gid}
          {...article}
          sources={article.sources}
          path={`${article.brief.slug}/${article.brief.gid}/${article.gid}`}
          origin={`${article.brief.name}, ${article.brief.date}`}
        />
      ))}
    </div>
  );
}

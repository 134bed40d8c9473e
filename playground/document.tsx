import { useSignal } from '@preact/signals';
import type { BriefDocument } from 'briefs-mock';
import { ArticleCard } from './article-card.jsx';
import { Problem } from './problem.jsx';
import { useAnswer } from './use-answer.js';

/** A document of a brief, the newest or one of a date. */
export function Document({ slug }: { readonly slug: string }) {
  const gid = useSignal<string | undefined>(undefined);
  const path = gid.value === undefined ? slug : `${slug}/${gid.value}`;
  const { data, problem, isLoading } = useAnswer<BriefDocument>(`/public-api/v1/brief/${path}`);
  return (
    <div aria-busy={isLoading}>
      <Problem text={problem} />
      {data !== undefined && (
        <>
          <div class="head">
            <h2>{data.name}</h2>
            <label>
              <span class="hidden">Date</span>
              <select
                value={data.gid}
                onChange={({ currentTarget }) => {
                  gid.value = currentTarget.value;
                }}
              >
                {data.date_option.picker.map((one) => (
                  <option key={one.gid} value={one.gid}>
                    {one.date}
                  </option>
                ))}
              </select>
            </label>
          </div>
          {data.article.map((article) => (
            <ArticleCard
              key={article.gid}
              {...article}
              sources={article.source}
              path={`${slug}/${data.gid}/${article.gid}`}
            />
          ))}
        </>
      )}
    </div>
  );
}

import { useSignal } from '@preact/signals';
import { usePlayground } from './playground.js';
import { Problem } from './problem.jsx';

interface ArticleCardProps {
  readonly title: string;
  readonly category: string | null;
  readonly snippet: string;
  readonly liked: boolean | null;
  readonly bookmarked: boolean;
  readonly sources: readonly { readonly name: string }[];
  /** The part of the address of its bookmark that is its own. */
  readonly path: string;
  /** The document that it is from, where that is not said around it. */
  readonly origin?: string;
}

/** An article with its bookmark. */
export function ArticleCard(props: ArticleCardProps) {
  const { title, category, snippet, liked, bookmarked, sources, path, origin } = props;
  const playground = usePlayground();
  const problem = useSignal<string | undefined>(undefined);
  const toggle = async () => {
    try {
      await playground.call(bookmarked ? 'DELETE' : 'POST', `/public-api/v1/bookmark/${path}`);
      problem.value = undefined;
    } catch (error) {
      problem.value = (error as Error).message;
    }
  };
  const facts = [category, ...sources.map(({ name }) => name), origin, liked === true ? 'liked' : undefined];
  return (
    <article>
      <h3>{title}</h3>
      <p class="quiet">{facts.filter(Boolean).join(' · ')}</p>
      <p>{textOf(snippet)}</p>
      <button type="button" aria-pressed={bookmarked} onClick={() => void toggle()}>
        {bookmarked ? 'Bookmarked' : 'Bookmark'}
        <span class="hidden"> {title}</span>
      </button>
      <Problem text={problem.value} />
    </article>
  );
}

/** The text of HTML, and which of it is bold. Nothing else of it comes into the page. */
function textOf(html: string) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.childNodes].map((node, i) =>
    node.nodeName === 'B' ? <b key={i}>{node.textContent}</b> : node.textContent,
  );
}

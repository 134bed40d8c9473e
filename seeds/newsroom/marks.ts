import type { ScenarioContext } from '../../src/scenario/scenario-context.js';
import type { Document } from '../factories/documents.js';
import type { Draw } from '../factories/faker.js';
import { markers, publishedOf } from '../factories/marks.js';

/** The bookmarks, likes and dislikes of readers, in published documents. */
export function seedMarks(
  context: ScenarioContext,
  draw: Draw,
  documents: readonly Document[],
  readable: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const published = publishedOf(documents, context.now);
  const find = ({ slug, ago }: Mark) => published.filter((document) => document.slug === slug).at(-1 - ago);
  const { bookmark, react } = markers(context);

  for (const mark of BOOKMARKS) {
    const document = find(mark);
    if (document) bookmark(mark.email, document, mark.minute, document.articles[mark.article ?? -1] ?? null);
  }
  for (const mark of REACTIONS) {
    const document = find(mark);
    const article = document?.articles[mark.article];
    if (document && article) react(mark.email, document, article, mark.liked);
  }

  const known = new Set(BOOKMARKS.map(({ email }) => email));
  for (const [email, slugs] of readable) {
    if (known.has(email)) continue;
    const open = published.filter(({ slug }) => slugs.has(slug));
    draw('bookmark', email, ({ helpers, number }) => {
      for (const document of helpers.arrayElements(open, number.int(3))) {
        bookmark(email, document, number.int(170));
      }
      for (const document of helpers.arrayElements(open, number.int(4))) {
        bookmark(email, document, number.int(170), helpers.arrayElement(document.articles));
      }
    });
    draw('reaction', email, ({ helpers, number }) => {
      for (const document of helpers.arrayElements(open, number.int(6))) {
        react(email, document, helpers.arrayElement(document.articles), number.int(3) > 0);
      }
    });
  }
}

/** A document or article of a brief. `ago` counts documents back from the latest one. */
interface Mark {
  readonly email: string;
  readonly slug: string;
  readonly ago: number;
  /** The index of the article, from 0. Without it, the mark is on the document. */
  readonly article?: number;
}

/** `minute` is counted from six in the morning. */
const BOOKMARKS: readonly (Mark & { readonly minute: number })[] = [
  { email: 'alice@acme.example', slug: 'front-page', ago: 0, minute: 65 },
  { email: 'alice@acme.example', slug: 'energy-today', ago: 2, minute: 112 },
  // The brief is inactive now.
  { email: 'alice@acme.example', slug: 'supply-chain-insider', ago: 0, minute: 80 },
  { email: 'alice@acme.example', slug: 'front-page', ago: 0, article: 1, minute: 68 },
  { email: 'alice@acme.example', slug: 'energy-today', ago: 1, article: 0, minute: 95 },
  { email: 'alice@acme.example', slug: 'markets-daily', ago: 3, article: 2, minute: 101 },
  { email: 'alice@acme.example', slug: 'supply-chain-insider', ago: 1, article: 0, minute: 84 },
  { email: 'bruno@acme.example', slug: 'acme-board-brief', ago: 0, minute: 31 },
  { email: 'bruno@acme.example', slug: 'acme-board-brief', ago: 1, article: 2, minute: 47 },
  { email: 'chloe@meridian.example', slug: 'tech-signals', ago: 0, article: 1, minute: 15 },
  { email: 'dana@harbourquay.example', slug: 'transport-and-logistics', ago: 1, minute: 140 },
  { email: 'erin@mailbox.example', slug: 'health-watch', ago: 0, article: 0, minute: 170 },
  // He created them before his client was deleted.
  { email: 'felix@oldtownpress.example', slug: 'markets-daily', ago: 6, minute: 55 },
  { email: 'felix@oldtownpress.example', slug: 'markets-daily', ago: 7, article: 1, minute: 59 },
  { email: 'hugo@orchardmail.example', slug: 'supply-chain-insider', ago: 2, minute: 26 },
];

const REACTIONS: readonly (Required<Mark> & { readonly liked: boolean })[] = [
  { email: 'alice@acme.example', slug: 'front-page', ago: 0, article: 0, liked: true },
  { email: 'alice@acme.example', slug: 'front-page', ago: 0, article: 1, liked: true },
  { email: 'alice@acme.example', slug: 'front-page', ago: 0, article: 3, liked: false },
  { email: 'alice@acme.example', slug: 'energy-today', ago: 0, article: 0, liked: true },
  { email: 'alice@acme.example', slug: 'energy-today', ago: 1, article: 0, liked: true },
  { email: 'alice@acme.example', slug: 'markets-daily', ago: 3, article: 2, liked: false },
  { email: 'bruno@acme.example', slug: 'acme-board-brief', ago: 0, article: 0, liked: true },
  { email: 'chloe@meridian.example', slug: 'tech-signals', ago: 0, article: 1, liked: true },
  { email: 'dana@harbourquay.example', slug: 'transport-and-logistics', ago: 0, article: 2, liked: false },
];

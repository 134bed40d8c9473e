import { authorization, document } from '../scenarios/readers.js';

/** The requests of the rows, and the peers' routes that give the same answers. */

export const brief = { asked: { method: 'GET', path: '/public-api/v1/brief' } };

/** Ids with two digits, so that all answers have the same length. */
const ids = Array.from({ length: 90 }, (_, i) => i + 10);
export const user = { asked: userById(10), pattern: '/user-data/v1/user/:id' };

const bookmarkPath = `/public-api/v1/bookmark/${document.brief}/${document.gid}`;
const bookmarkPattern = `/public-api/v1/bookmark/:brief_slug/:brief_gid/:article_gid`;
const pairs = document.articles.map((article) =>
  ['POST', 'DELETE'].map((method) => ({ method, path: `${bookmarkPath}/${article}` })),
);
/** The two requests of a pair. */
export const bookmarkPair = (pairs[0] ?? []).map((asked) => ({ asked, pattern: bookmarkPattern }));

export const headers = { authorization };
export const briefWork = { headers, sequences: [[brief.asked]] };
export const userWork = { headers, sequences: ids.map((id) => [userById(id)]) };
export const bookmarkWork = { headers, sequences: pairs };

/** More than the response cache holds. */
const QUERIES = 600;

/**
 * The same reads with different query strings, which do not change the answers. There are enough of them that no answer is still
 * cached when its request comes again.
 * @param {import('./load.js').Work} work @returns {import('./load.js').Work}
 */
export function uncached({ sequences, ...work }) {
  const asked = Array.from({ length: QUERIES }, (_, i) =>
    (sequences[i % sequences.length] ?? []).map((request) => ({ ...request, path: `${request.path}?n=${i}` })),
  );
  return { ...work, sequences: asked };
}

/** @param {number} id */
function userById(id) {
  return { method: 'GET', path: `/user-data/v1/user/${id}` };
}

import { authorization, document } from '../scenarios/readers.js';

/** What the rows about requests ask; the routes of the peers that answer alike. */

export const brief = { asked: { method: 'GET', path: '/public-api/v1/brief' } };

/** Ids of two digits: no answer is longer than another. */
const ids = Array.from({ length: 90 }, (_, i) => i + 10);
export const user = { asked: userById(10), pattern: '/user-data/v1/user/:id' };

const bookmarkPath = `/public-api/v1/bookmark/${document.brief}/${document.gid}`;
const bookmarkPattern = `/public-api/v1/bookmark/:brief_slug/:brief_gid/:article_gid`;
const pairs = document.articles.map((article) =>
  ['POST', 'DELETE'].map((method) => ({ method, path: `${bookmarkPath}/${article}` })),
);
/** The two requests of one pair. */
export const bookmarkPair = (pairs[0] ?? []).map((asked) => ({ asked, pattern: bookmarkPattern }));

export const headers = { authorization };
export const briefWork = { headers, sequences: [[brief.asked]] };
export const userWork = { headers, sequences: ids.map((id) => [userById(id)]) };
export const bookmarkWork = { headers, sequences: pairs };

/** More than a server remembers answers of. */
const QUERIES = 600;

/**
 * The same reads with so many queries, which change nothing of the answers, that no answer is still remembered when its
 * request comes again: each is worked out.
 * @param {import('./load.js').Work} work @returns {import('./load.js').Work}
 */
export function anew({ sequences, ...work }) {
  const asked = Array.from({ length: QUERIES }, (_, i) =>
    (sequences[i % sequences.length] ?? []).map((request) => ({ ...request, path: `${request.path}?n=${i}` })),
  );
  return { ...work, sequences: asked };
}

/** @param {number} id */
function userById(id) {
  return { method: 'GET', path: `/user-data/v1/user/${id}` };
}

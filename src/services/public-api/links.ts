import { decodeHTML } from 'entities/decode';

/** A `mailto:` link with a subject and a body, both percent-encoded (P15). The snippet is HTML and converted to text. */
export function shareLink(title: string, snippet: string): string {
  return `mailto:?subject=${encode(title)}&body=${encode(asText(snippet))}`;
}

/** The link for a user to get access to a brief (P16). */
export function upgradeLink(webOrigin: string, slug: string): string {
  return `${origin(webOrigin)}/upgrade?brief=${encode(slug)}`;
}

/** The link to a document on the web (P16). */
export function webLink(webOrigin: string, slug: string, gid: string): string {
  return `${origin(webOrigin)}/brief/${encode(slug)}/${encode(gid)}`;
}

// A tag name, then any characters except < and >, which are allowed in quoted values only; or a declaration.
// At most one of the three alternatives after a = matches, so that there is no catastrophic backtracking.
const TAG = /<(?:\/?[a-z](?:[^<>=]|=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*(?:"[^"]*"|'[^']*')))*|![a-z][^<>]*)>/gi;

/** Converts HTML to text: removes comments and tags, keeps a bare `<`, decodes entities, collapses white space. */
function asText(html: string): string {
  return decodeHTML(withoutComments(html).replace(TAG, '')).replace(/\s+/g, ' ').trim();
}

function withoutComments(html: string): string {
  // Linear: a regular expression would search for the end of a comment from every `<!--`.
  let text = '';
  let from = 0;
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', start + 4);
    if (end === -1) break;
    text += html.slice(from, start);
    from = end + 3;
  }
  return text + html.slice(from);
}

function encode(text: string): string {
  // A lone surrogate cannot be encoded; it is replaced by U+FFFD.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function origin(url: string): string {
  return url.replace(/\/+$/, '');
}

import { decodeHTML } from 'entities/decode';

/** A `mailto:` link with a subject and a body, both percent-encoded (P15). The body is HTML and goes in as text. */
export function shareLink(title: string, snippet: string): string {
  return `mailto:?subject=${encode(title)}&body=${encode(asText(snippet))}`;
}

/** Where a user gets a brief that is not theirs (P16). */
export function upgradeLink(webOrigin: string, slug: string): string {
  return `${origin(webOrigin)}/upgrade?brief=${encode(slug)}`;
}

/** Where a document is read on the web (P16). */
export function webLink(webOrigin: string, slug: string, gid: string): string {
  return `${origin(webOrigin)}/brief/${encode(slug)}/${encode(gid)}`;
}

// A name, then anything but < and >, which may stand in a value that is quoted; or a declaration.
// Only one of the three ways to go on after a = fits, so that no text takes long.
const TAG = /<(?:\/?[a-z](?:[^<>=]|=\s*"[^"]*"|=\s*'[^']*'|=(?!\s*(?:"[^"]*"|'[^']*')))*|![a-z][^<>]*)>/gi;

/** HTML as text: comments and tags removed, a bare `<` kept, entities decoded, white space collapsed. */
function asText(html: string): string {
  return decodeHTML(withoutComments(html).replace(TAG, '')).replace(/\s+/g, ' ').trim();
}

function withoutComments(html: string): string {
  // Each comment once: a pattern would look for the end of all from every beginning.
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
  // Half a surrogate pair cannot be encoded; it goes out as the replacement character.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}

function origin(url: string): string {
  return url.replace(/\/+$/, '');
}

import { decodeEntities } from '../../foundation/html-entities.js';

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

// Snippets may be long and contain anything, so each step takes time in proportion to the length of the text. A regular
// expression for comments or tags would search for their end from every `<`.

/** Converts HTML to text: removes comments and tags, keeps a bare `<`, decodes entities, collapses white space. */
function asText(html: string): string {
  return decodeEntities(withoutTags(withoutComments(html)))
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutComments(html: string): string {
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

function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  const ends = tagEnds(html);
  let text = '';
  let from = 0;
  // The start of a tag, or a declaration such as `<!DOCTYPE html>`, which has no attributes.
  for (const { 0: start, index } of html.matchAll(/<(?:\/?[a-z]|![a-z][^<>]*>)/gi)) {
    const afterStart = index + start.length;
    const end = start.endsWith('>') ? afterStart : (ends[afterStart] ?? 0);
    // An attribute of the previous tag may contain it.
    if (index < from || end === 0) continue;
    text += html.slice(from, index);
    from = end;
  }
  return text + html.slice(from);
}

/**
 * For each position, where the tag ends if the position is in a tag and outside of quotes; 0 if it does not end. `<` and `>`
 * are part of a tag only in a quoted value.
 */
function tagEnds(html: string): Int32Array {
  const ends = new Int32Array(html.length + 1);
  /** The position after the next quotation mark of each kind. */
  const afterNext = new Map<string, number>();
  /** The position after the quoted value that starts at the next character other than white space; 0 if there is none. */
  let afterValue = 0;
  // Runs backwards, because each end follows from a later one.
  for (let i = html.length - 1; i >= 0; i--) {
    const char = html.charAt(i);
    if (char === '>') ends[i] = i + 1;
    else if (char === '=') ends[i] = ends[afterValue || i + 1] ?? 0;
    else if (char !== '<') ends[i] = ends[i + 1] ?? 0;
    if (char === '"' || char === "'") {
      afterValue = afterNext.get(char) ?? 0;
      afterNext.set(char, i + 1);
    } else if (char.trim() !== '') afterValue = 0;
  }
  return ends;
}

function encode(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate cannot be encoded; it is replaced by U+FFFD.
    return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
  }
}

function origin(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '');
}

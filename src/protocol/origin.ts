/**
 * An origin as browsers send it: in lower case, without the scheme's own port. Undefined where the text is none, as with
 * a path.
 */
export function originOf(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  // Applications have schemes of their own, of which a URL tells nothing.
  return origin === 'null' ? text.toLowerCase() : origin;
}

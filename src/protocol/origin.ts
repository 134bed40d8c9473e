/** An origin as browsers send it: in lower case, without the default port. Undefined if the text is not an origin. */
export function originOf(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/\s@]+$/i.test(text) || !URL.canParse(text)) return undefined;
  const { origin } = new URL(text);
  // URL.origin is 'null' for every custom scheme, such as those of mobile applications.
  return origin === 'null' ? text.toLowerCase() : origin;
}

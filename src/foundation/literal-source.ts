/** The source of a regular expression that matches a text literally. It can also stand between slashes. */
export function literalSource(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

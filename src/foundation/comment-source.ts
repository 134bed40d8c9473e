/** A comment on one line, whatever the text is: what follows a line break would be code. */
export function comment(text: string): string {
  return `// ${text.replaceAll(/[\n\r\u2028\u2029]/g, ' ')}`;
}

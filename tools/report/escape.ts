/** Text for XML or HTML, in elements and attributes, without the characters that XML cannot contain. */
export function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
      .replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
      .replaceAll(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}

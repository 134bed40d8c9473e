/** Control characters and invisible ones, also line breaks. On a terminal they could hide lines, or forge them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text for a terminal: its invisible characters are escaped, as in JSON. Line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (character, at: number) => {
    const isBreak = character === '\n' || (character === '\r' && text[at + 1] === '\n');
    return isBreak || character === '\t' ? character : escaped(character);
  });
}

/** As `visibleText`, for a single line: line breaks are escaped too. */
export function visibleLine(text: string): string {
  return text.replace(INVISIBLE, escaped);
}

function escaped(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return `\\u${units.join('\\u')}`;
}

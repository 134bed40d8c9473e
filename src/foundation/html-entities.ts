import { characterEntitiesHtml4 } from 'character-entities-html4';
import { replaceCodePoint } from 'entities/decode';

/**
 * The entities that editors and templates write. HTML 5 has two thousand more, which would make up a tenth of the code in a
 * browser.
 */
const characters: ReadonlyMap<string, string> = new Map([...Object.entries(characterEntitiesHtml4), ['apos', "'"]]);

/**
 * Decodes numeric entities, the entities of HTML 4, and `&apos;`. Others stay. As in HTML, the semicolon may be missing after a number
 * and after the name of a character of Latin-1.
 */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+\d*))(;?)/gi, (entity, hex, decimal, name, semicolon) => {
    if (name === undefined) return String.fromCodePoint(replaceCodePoint(Number(decimal ?? `0x${hex}`)));
    const character = characters.get(name);
    return character === undefined || (semicolon === '' && character > '\u00ff') ? entity : character;
  });
}

// What to type into a field.
import type { Mock } from '../../src/index.js';
import type { Dice } from './dice.js';
import type { Line } from './line.js';
import type { Look } from './look.js';

const PLAIN = ['Bo', 'Ek', 'North', 'News of the day', '12', 'a'];
/** What people type and programs forget. */
const AWKWARD = [
  'Ærø & “Sønner” <b>',
  "O'Brien",
  '日本語',
  'مرحبا',
  '👩‍👩‍👧',
  'x'.repeat(120),
  '  spaces  ',
  '%41/..?#',
];

/** A text that fits a field, by its type, its name and what the records contain. */
export function inputFor(
  line: Line,
  look: Look,
  mock: Mock,
  dice: Dice,
  own: Readonly<Record<string, readonly string[]>> = {},
): string {
  const given = own[line.name];
  if (given !== undefined && given.length > 0) return dice.pick(given);
  const type = look.types[line.name] ?? 'text';
  const name = line.name.toLowerCase();
  if (type === 'email' || /e-?mail/.test(name))
    return `${dice.pick(['bo.ek', 'ada', 'kim'])}${dice.below(90) + 10}@mailbox.example`;
  if (type === 'number' || line.role === 'spinbutton') return String(dice.below(50));
  if (type === 'date') return new Date(mock.clock.now + dice.below(30) * 86_400_000).toISOString().slice(0, 10);
  if (type === 'url' || /\burl\b|link/.test(name)) return 'https://example.com/a?b=c';
  if (type === 'time') return '09:30';
  if (type === 'search' || /search|filter|find/.test(name)) return dice.pick([...wordsOf(look), 'zzz', ''].slice(0, 8));
  return dice.chance(0.8) ? dice.pick(PLAIN) : dice.pick(AWKWARD);
}

/** Words that the page shows: what somebody would search for. */
function wordsOf({ lines }: Look): string[] {
  const words = lines.flatMap(({ name }) => name.split(/\W+/).filter((word) => word.length > 3));
  return [...new Set(words)].slice(0, 6);
}

import { monthName, previousWorkday, yearOf } from '../calendar.js';
import type { SimpleFaker } from '../faker.js';
import { personName } from '../names.js';
import { groupThousands } from '../text.js';
import type { Words } from './story.js';
import { places } from './words.js';

/** What the slots of one article are filled from. */
export interface Circumstances {
  readonly words: Words;
  /** The day of publication. */
  readonly date: string;
  /** Picks the word of the first slot that takes one from a list; all else is drawn. */
  readonly turn: number;
  /**
   * The words that lead articles of the same document, this one's to be added: they are not drawn a second time. Words
   * that were drawn are left out, so that what one article draws changes no other.
   */
  readonly leads: Set<string>;
  readonly faker: SimpleFaker;
}

/** `{name}`, `{name.1}`, `{name:choices or range}`, `{name=other*2}`, `{year+1}`: see story.ts. */
const SLOT = /\{([a-z]+)(\d*)(?:\.(\d))?(?:([:=+-])([^}]*))?\}/g;
const RANGE = /^([\d.]+)-([\d.]+)(?:\/([\d.]+))?$/;

/** The values that the slots of one article have taken. */
export class Slots {
  readonly #from: Circumstances;
  /** The facets of each value. */
  readonly #values = new Map<string, readonly string[]>();
  readonly #numbers = new Map<string, number>();
  /** Words that are not to be drawn again; undefined until the first word of the article. */
  #used: Set<string> | undefined;

  constructor(circumstances: Circumstances) {
    this.#from = circumstances;
  }

  fill(text: string, encode = (value: string) => value): string {
    return text.replace(SLOT, (slot: string, name: string, digits: string, facet = '0', sign = '', rest = '') => {
      const key = name === 'year' ? slot : name + digits;
      const value = this.#values.get(key) ?? this.#make(key, name, sign, rest);
      const words = value[Number(facet)];
      if (words === undefined) throw new Error(`${slot} has no value in: ${text}`);
      this.#values.set(key, value);
      return encode(words);
    });
  }

  #make(key: string, name: string, sign: string, rest: string): readonly string[] {
    const { date, faker } = this.#from;
    if (name === 'year') return [String(yearOf(date) + Number(sign + rest))];
    if (sign === '=') return [this.#follow(key, rest)];
    if (sign === ':') {
      const range = RANGE.exec(rest);
      return range ? [this.#number(key, range)] : faker.helpers.arrayElement(rest.split('|')).split('/');
    }
    switch (name) {
      case 'person':
        return [personName(faker)];
      case 'lastmonth':
        return [monthName(date, -1)];
      case 'nextmonth':
        return [monthName(date, 1)];
      case 'workday':
        return [previousWorkday(date)];
      default:
        return [this.#word(name)];
    }
  }

  #number(key: string, [, low = '', high = '', step = '']: readonly string[]): string {
    const decimals = Math.max(decimalsOf(low), decimalsOf(step));
    const unit = step === '' ? Number(`1e-${decimals}`) : Number(step);
    const steps = this.#from.faker.number.int(Math.round((Number(high) - Number(low)) / unit));
    const value = Number(low) + steps * unit;
    this.#numbers.set(key, value);
    return decimals > 0 || isYear(low) ? value.toFixed(decimals) : groupThousands(value.toFixed(0));
  }

  /** `mw*290`: the number `mw`, times 290, rounded as a journalist would. */
  #follow(key: string, formula: string): string {
    const [other = '', factor = ''] = formula.split('*');
    const exact = (this.#numbers.get(other) ?? Number.NaN) * Number(factor);
    const unit = exact < 100 ? 1 : Number(`1e${exact.toFixed(0).length - 2}`);
    const value = Math.round(exact / unit) * unit;
    this.#numbers.set(key, value);
    return groupThousands(value.toFixed(0));
  }

  #word(name: string): string {
    const { words, turn, leads, faker } = this.#from;
    const list = (words[name] ?? places[name])?.split(', ');
    if (list === undefined) throw new Error(`no word list for {${name}}`);
    const at = (index: number) => list[index % list.length] ?? '';
    let index = turn;
    if (this.#used === undefined) {
      leads.add(at(index));
      this.#used = new Set(leads);
    } else {
      index = faker.number.int(list.length - 1);
      // Gives up after a whole round, for a list that has been used up.
      for (let tried = 0; tried < list.length && this.#used.has(at(index)); tried++) index++;
    }
    this.#used.add(at(index));
    return at(index);
  }
}

function decimalsOf(number: string): number {
  return number.split('.')[1]?.length ?? 0;
}

/** Years are the one kind of whole number that is never grouped; no range of figures starts like this. */
function isYear(low: string): boolean {
  return /^18\d\d$/.test(low);
}

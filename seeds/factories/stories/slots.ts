import { monthName, previousWorkday, yearOf } from '../calendar.js';
import type { SimpleFaker } from '../faker.js';
import { personName } from '../names.js';
import { capitalise, groupThousands } from '../text.js';
import type { Words } from './story.js';
import type { Filling, Range, Template, Texts } from './texts.js';
import { places } from './words.js';

/** What the articles of a document have in common. */
export interface Paper {
  readonly gid: string;
  /** The day of publication. */
  readonly date: string;
  /** Where its articles are on the sites of their sources. */
  readonly path: string;
  /**
   * The words that lead its articles so far: they are not drawn a second time. Words that were drawn are left out, so that
   * what one article draws changes no other.
   */
  readonly leads: Set<string>;
  readonly texts: Texts;
}

/** What the slots of one article are filled from. */
export interface Circumstances {
  readonly paper: Paper;
  readonly words: Words;
  /** Picks the word of the first slot that takes one from a list; all else is drawn. */
  readonly turn: number;
  readonly faker: SimpleFaker;
}

/** The values that the slots of one article have taken. */
export class Slots {
  readonly #from: Circumstances;
  /** The facets of each value. */
  readonly #values = new Map<string, readonly string[]>();
  readonly #numbers = new Map<string, number>();
  /** The words that were taken from lists; none is taken twice. */
  readonly #taken: string[] = [];

  constructor(circumstances: Circumstances) {
    this.#from = circumstances;
  }

  /** The text with its slots filled, beginning with a capital. */
  fill({ pieces, slots }: Template, encode = (value: string) => value): string {
    const start = pieces[0] as string;
    let text = start;
    for (let i = 0; i < slots.length; i++) {
      const { key, facet, filling } = slots[i] as Template['slots'][number];
      let value = this.#values.get(key);
      if (value === undefined) {
        value = this.#make(key, filling);
        this.#values.set(key, value);
      }
      const words = value[facet];
      if (words === undefined) throw new Error(`{${key}.${facet}} has no value after: ${text}`);
      text += encode(words) + pieces[i + 1];
    }
    return start === '' ? capitalise(text) : text;
  }

  #make(key: string, filling: Filling): readonly string[] {
    const { paper, faker } = this.#from;
    switch (filling.kind) {
      case 'year':
        return [String(yearOf(paper.date) + filling.offset)];
      case 'number':
        return [this.#number(key, filling.range)];
      case 'multiple':
        return [this.#multiple(key, filling.of, filling.factor)];
      case 'choice':
        return faker.helpers.arrayElement(filling.choices).split('/');
      default:
        return [this.#named(filling.name)];
    }
  }

  #number(key: string, { low, step, steps, decimals, isYear }: Range): string {
    const value = low + this.#from.faker.number.int(steps) * step;
    this.#numbers.set(key, value);
    return decimals > 0 || isYear ? value.toFixed(decimals) : groupThousands(value.toFixed(0));
  }

  /** Another number times a factor, rounded as a journalist would. */
  #multiple(key: string, of: string, factor: number): string {
    const exact = (this.#numbers.get(of) ?? Number.NaN) * factor;
    const unit = exact < 100 ? 1 : Number(`1e${exact.toFixed(0).length - 2}`);
    const value = Math.round(exact / unit) * unit;
    this.#numbers.set(key, value);
    return groupThousands(value.toFixed(0));
  }

  #named(name: string): string {
    const { paper, faker } = this.#from;
    switch (name) {
      case 'person':
        return personName(faker);
      case 'lastmonth':
        return monthName(paper.date, -1);
      case 'nextmonth':
        return monthName(paper.date, 1);
      case 'workday':
        return previousWorkday(paper.date);
      default:
        return this.#word(name);
    }
  }

  #word(name: string): string {
    const { paper, words, turn, faker } = this.#from;
    const text = words[name] ?? places[name];
    if (text === undefined) throw new Error(`no word list for {${name}}`);
    const list = paper.texts.list(text);
    const at = (index: number) => list[index % list.length] ?? '';
    let index = turn;
    if (this.#taken.length === 0) paper.leads.add(at(index));
    else {
      index = faker.number.int(list.length - 1);
      const isUsed = (word: string) => paper.leads.has(word) || this.#taken.includes(word);
      // Gives up after a whole round, for a list that has been used up.
      for (let tried = 0; tried < list.length && isUsed(at(index)); tried++) index++;
    }
    this.#taken.push(at(index));
    return at(index);
  }
}

import { monthName, previousWorkday, yearOf } from '../calendar.js';
import type { SimpleFaker } from '../faker.js';
import { personName } from '../names.js';
import { capitalise, groupThousands } from '../text.js';
import type { Words } from './story.js';
import type { Filling, Range, Template, Texts } from './texts.js';
import { places } from './words.js';

/** The data that the articles of a document share. */
export interface Paper {
  readonly gid: string;
  /** The day of publication. */
  readonly date: string;
  /** The path of its articles on the sites of the sources. */
  readonly path: string;
  /**
   * The leading words of its articles so far. They are not drawn for other slots. Drawn words are not added, so that the
   * draws of one article do not change other articles.
   */
  readonly leads: Set<string>;
  readonly texts: Texts;
}

/** The data from which the slots of one article are filled. */
export interface Circumstances {
  readonly paper: Paper;
  readonly words: Words;
  /** Selects the word of the first slot with a word list. All other words are drawn at random. */
  readonly turn: number;
  readonly faker: SimpleFaker;
}

/** The values of the slots of one article. */
export class Slots {
  readonly #from: Circumstances;
  /** The facets of each value. */
  readonly #values = new Map<string, readonly string[]>();
  readonly #numbers = new Map<string, number>();
  /** The words that were taken from lists. None is taken twice. */
  readonly #taken: string[] = [];

  constructor(circumstances: Circumstances) {
    this.#from = circumstances;
  }

  /** Returns the text with its slots filled and a capital letter at the start. */
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

  /** Another number times a factor, rounded to two digits from 100 up. */
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
      // Stop after one pass, in case all words of the list are used.
      for (let tried = 0; tried < list.length && isUsed(at(index)); tried++) index++;
    }
    this.#taken.push(at(index));
    return at(index);
  }
}

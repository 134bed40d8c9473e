import { createHmac } from 'node:crypto';
import { decodeEntities } from '../../src/foundation/html-entities.js';
import { normalSpelling } from './spelling.js';

const DAY = 86_400_000;
const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
/** Letters that follow q in no usual word, so that no pseudonym is by chance somebody's name. */
const AFTER_Q = 'aeio';
const DIGITS = '0123456789';
const TOKEN = '0123456789abcdefghijklmnopqrstuvwxyz';
/** Longer words have a pair of letters that no usual word has. */
const LONG_WORD = /\p{L}{4}/u;
/** A text can be an original whatever it draws, if only its days are in it. Then the search reports it. */
const MOST_ATTEMPTS = 50;

interface Script {
  readonly test: RegExp;
  /** Its letters: a range of code points. */
  readonly from: number;
  readonly count: number;
  /** Two letters that follow each other in no usual word. A script with thousands of letters needs none. */
  readonly pair?: string;
}

/** Letters of other scripts than Latin; each is replaced by one of the same script. */
const scripts: readonly Script[] = [
  { test: /\p{Script=Greek}/u, from: 0x3b1, count: 17, pair: 'ξθ' },
  { test: /\p{Script=Cyrillic}/u, from: 0x430, count: 32, pair: 'ъь' },
  { test: /\p{Script=Armenian}/u, from: 0x561, count: 38, pair: 'ճճ' },
  { test: /\p{Script=Georgian}/u, from: 0x10d0, count: 33, pair: 'ჰჰ' },
  { test: /\p{Script=Hebrew}/u, from: 0x5d0, count: 27, pair: 'ץך' },
  { test: /\p{Script=Arabic}/u, from: 0x62a, count: 17, pair: 'ثذ' },
  { test: /\p{Script=Devanagari}/u, from: 0x915, count: 37, pair: 'ङञ' },
  { test: /\p{Script=Thai}/u, from: 0xe01, count: 46, pair: 'ฃฅ' },
  { test: /\p{Script=Hangul}/u, from: 0xac00, count: 11_172 },
  { test: /\p{Script=Hiragana}/u, from: 0x3042, count: 80 },
  { test: /\p{Script=Katakana}/u, from: 0x30a2, count: 80 },
  { test: /\p{Script=Han}/u, from: 0x4e00, count: 20_000 },
];

/** An e-mail address, a URL, a day, a word, or a run of digits in a text. */
const PARTS =
  /[\p{L}\p{N}][\p{L}\p{M}\p{N}._%+'-]*@[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}\p{N}])?|https?:\/\/[^\s"'<>]+|(?<!\d)\d{4}-\d\d-\d\d(?:T[\d:.]+Z?|(?!\d))|[\p{L}\p{M}]+|\p{N}+/giu;

/** What stands between angle brackets is a tag if it starts with one of these names. Anything else may be a name or an e-mail. */
const ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr acronym address article aside audio b bdi bdo big blockquote body br button caption center cite code col colgroup
  dd del details dfn div dl dt em embed figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img
  input ins kbd label li link main mark meta nav object ol option p picture pre q rp rt ruby s samp script section select small
  source span strike strong style sub summary sup svg table tbody td tfoot th thead time title tr tt u ul var video wbr`.split(
    /\s+/,
  ),
);
const ENTITY = /&(?:[a-z]+\d*|#x?[\da-f]+);/gi;

export interface PseudonymOptions {
  /** What no pseudonym may contain. */
  readonly originals?: Iterable<string>;
  /** With shorter tokens, two values draw the same one more often; the later one draws again. Default: 8. */
  readonly tokenLength?: number;
}

/**
 * Pseudonyms that follow from a key and the value: the same value always has the same, unless that is somebody else's original.
 * They keep the form of texts.
 */
export class Pseudonyms {
  /** By how many days all dates are shifted: whole weeks, so that weekdays stay. */
  readonly shiftedDays: number;
  readonly #key: Uint8Array;
  readonly #tokenLength: number;
  /** Originals of numbers and short words alone: others may draw the same, as `€180m`. */
  readonly #mistakable: readonly string[];
  readonly #words = new Map<string, string>();
  readonly #tokens = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(key: Uint8Array, { originals = [], tokenLength = 8 }: PseudonymOptions = {}) {
    this.#key = key;
    this.#tokenLength = tokenLength;
    this.#mistakable = [...originals].map(normalSpelling).filter((original) => !LONG_WORD.test(original));
    this.shiftedDays = -7 * (4 + (this.#bytes('days', '').readUInt16BE(0) % 100));
  }

  /** A text with other words and numbers of the same length, script and case. */
  text(text: string): string {
    return this.#unlikeOriginals((attempt) =>
      text.replace(PARTS, (part) => {
        if (/^https?:/i.test(part)) return this.url(part);
        if (part.includes('@')) return this.email(part);
        if (!/^\d{4}-\d\d-\d\d/.test(part)) return this.#part(part, attempt);
        if (!Number.isNaN(Date.parse(part.slice(0, 10)))) return this.day(part.slice(0, 10)) + part.slice(10);
        return part.replace(/\d+/g, (digits) => this.#digits(digits, attempt));
      }),
    );
  }

  /** A text that no other text has. */
  unique(text: string): string {
    return `${this.text(text)} ${this.#token('unique', text)}`;
  }

  /** A key of a record. Numbers stay, unless they tell by how much dates are shifted. */
  key(key: string): string {
    if (isDatelessNumber(key)) return key;
    const words = key.split(/[^\p{L}\p{N}]+/u, 3).filter((word) => word !== '');
    const drawn = (attempt: number) =>
      words.map((word) => word.toLowerCase().replace(PARTS, (part) => this.#part(part, attempt)));
    // The words together may be an original which none of them is.
    return this.#unlikeOriginals((attempt) => [...drawn(attempt), this.#token('key', key)].join('-'));
  }

  /** An e-mail in the pseudonym of its domain, or in another one. */
  email(email: string, domain = this.domain(domainOf(email))): string {
    const lower = email.toLowerCase();
    return `${this.#word(lower.slice(0, 6).padEnd(6, 'x'))}.${this.#token('email', lower)}@${domain}`;
  }

  domain(domain: string): string {
    const token = this.#token('domain', domain.toLowerCase());
    return `${this.#word(`domain ${domain}`, { length: 6 })}-${token}.example`;
  }

  url(url: string): string {
    const [, scheme = 'https', host = '', rest = ''] = /^(https?):\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
    return `${scheme}://${this.domain(host)}${this.text(rest.replace(/%[\da-f]{2}/gi, 'x'))}`;
  }

  /** HTML with the same tags. Texts and the values of attributes are replaced. */
  html(source: string): string {
    const html = source.replace(ENTITY, (entity) => {
      const character = decodeEntities(entity);
      return /^[\p{L}\p{M}\p{N}@]$/u.test(character) ? character : entity;
    });
    const tags = /<!--.*?-->|<\/?[a-z][\w-]*(?:[^<>"']|"[^"]*"|'[^']*')*>|&(?:[a-z]+\d*|#x?[\da-f]+);/gis;
    let result = '';
    let from = 0;
    for (const { 0: tag, index } of html.matchAll(tags)) {
      result += this.text(html.slice(from, index)) + this.#tag(tag);
      from = index + tag.length;
    }
    return result + this.text(html.slice(from));
  }

  /** JSON with the same structure. The names of fields stay if programs chose them, unless `isOriginal` knows them. */
  json(value: unknown, isOriginal: (name: string) => boolean): unknown {
    if (typeof value === 'string') return /^(true|false|null|)$/.test(value) ? value : this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (Array.isArray(value)) return value.map((item) => this.json(item, isOriginal));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        isOriginal(name) || !isFieldName(name) ? this.#name(name) : name,
        this.json(item, isOriginal),
      ]),
    );
  }

  day(day: string): string {
    return shiftedDay(day, this.shiftedDays);
  }

  seconds(seconds: number): number {
    return seconds + (this.shiftedDays * DAY) / 1000;
  }

  #tag(tag: string): string {
    if (tag.startsWith('&')) return decodeEntities(tag) === tag ? this.text(tag) : tag;
    if (tag.startsWith('<!--')) return `<!--${this.text(tag.slice(4, -3))}-->`;
    const [, start = '', name = '', attributes = '', end = ''] =
      /^(<\/?([a-z][a-z0-9]*))(?=[\s/>])(.*?)(\/?>)$/is.exec(tag) ?? [];
    if (!ELEMENTS.has(name.toLowerCase())) return this.text(tag);
    // A word without a value may be the rest of one whose quotes are missing.
    const attribute = /([\w:.-]+\s*=\s*)?("[^"]*"|'[^']*'|[^\s"'>]+)/g;
    return start + attributes.replace(attribute, (_, name = '', value: string) => name + this.text(value)) + end;
  }

  /** The name of a field that is data. Days are shifted; long numbers are those of phones and accounts. */
  #name(name: string): string {
    if (!/^[\d-]+$/.test(name)) return this.key(name);
    return name.replaceAll('-', '').length < 6 ? name : this.text(name);
  }

  /** Long numbers are those of phones and accounts. */
  #number(value: number): number {
    if (Math.abs(value) < 100_000) return value;
    const size = Math.abs(value);
    // As many digits as a number holds exactly, without an exponent.
    const text = Number.isInteger(value) ? BigInt(size).toString().slice(0, 15) : String(size);
    const drawn = (attempt: number) => text.replace(/\d+/g, (digits) => this.#digits(digits, attempt));
    return Math.sign(value) * Number(this.#unlikeOriginals(drawn));
  }

  /** Draws again while the result contains an original by chance. */
  #unlikeOriginals(draw: (attempt: number) => string): string {
    for (let attempt = 0; ; attempt++) {
      const drawn = draw(attempt);
      const spelling = normalSpelling(drawn);
      if (attempt === MOST_ATTEMPTS || !this.#mistakable.some((original) => spelling.includes(original))) return drawn;
    }
  }

  #part(part: string, attempt: number): string {
    if (/^\p{N}/u.test(part)) return this.#digits(part, attempt);
    return this.#word(part, LONG_WORD.test(normalSpelling(part)) ? {} : { attempt });
  }

  #digits(digits: string, attempt: number): string {
    const source = this.#source(again('digits', attempt), digits);
    const made = [...digits].map((_, i) => DIGITS[(source(i) + (i === 0 ? 1 : 0)) % 10]).join('');
    return digits.startsWith('0') ? made : made.replace(/^0/, '1');
  }

  /** A word that can be spoken, with the same length and case. Composed letters and those with combining marks are the same. */
  #word(original: string, { length, attempt = 0 }: { length?: number; attempt?: number } = {}): string {
    const word = original.normalize('NFC');
    const lower = word.toLowerCase();
    const name = again(lower, attempt);
    const known = this.#words.get(name) ?? this.#lowerWord(lower, length ?? [...lower].length, attempt);
    this.#words.set(name, known);
    if (word === lower) return known;
    const letters = [...word];
    return [...known].map((made, i) => (isUpper(letters[i]) ? made.toUpperCase() : made)).join('');
  }

  #lowerWord(word: string, length: number, attempt: number): string {
    const source = this.#source(again('word', attempt), word);
    const letters = [...word];
    const scripts = Array.from({ length }, (_, i) => scriptOf(letters[i] ?? '', word));
    const made = scripts.map((script, i) => {
      if (script !== undefined)
        return String.fromCodePoint(script.from + ((source(2 * i) * 256 + source(2 * i + 1)) % script.count));
      const alphabet = i % 2 === 0 ? CONSONANTS : VOWELS;
      return alphabet.charAt(source(i) % alphabet.length);
    });
    const [script, ...others] = new Set(scripts);
    const pair = script === undefined ? `q${AFTER_Q.charAt(source(length + 1) % AFTER_Q.length)}` : script.pair;
    if (pair !== undefined && others.length === 0 && length >= 4)
      made.splice(2 * (source(length) % Math.floor(length / 2)), 2, ...pair);
    return made.join('');
  }

  /** Letters and digits that follow from the value. If another value has them, it draws again, and longer. */
  #token(kind: string, value: string): string {
    const name = `${kind} ${value}`;
    let token = this.#tokens.get(name);
    for (let attempt = 0; token === undefined; attempt++) {
      const source = this.#source(again(kind, attempt), value);
      const length = this.#tokenLength + attempt;
      const drawn = Array.from({ length }, (_, i) => TOKEN.charAt(source(i) % TOKEN.length)).join('');
      if (!this.#taken.has(`${kind} ${drawn}`)) token = drawn;
    }
    this.#tokens.set(name, token);
    this.#taken.add(`${kind} ${token}`);
    return token;
  }

  /** Bytes that follow from the key, a kind and a value. */
  #source(kind: string, value: string): (i: number) => number {
    let bytes = this.#bytes(kind, value);
    return (i) => {
      while (i >= bytes.length) bytes = Buffer.concat([bytes, this.#bytes(`${kind} ${bytes.length}`, value)]);
      return bytes[i] as number;
    };
  }

  #bytes(kind: string, value: string): Buffer {
    return createHmac('sha256', this.#key).update(`${kind}\0${value}`).digest();
  }
}

/** The domain of an e-mail, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** A later or earlier day. One that would be before year 1 stays: it stands for no date, as 0001-01-01 does in some languages. */
export function shiftedDay(day: string, days: number): string {
  const shifted = new Date(Date.parse(day) + days * DAY);
  return shifted.getUTCFullYear() >= 1 ? shifted.toISOString().slice(0, 10) : day;
}

/** The name of an attempt to draw. */
function again(name: string, attempt: number): string {
  return attempt === 0 ? name : `${name} again ${attempt}`;
}

/** The script of a letter; undefined for Latin. Signs that are in several scripts, such as marks, have that of the word. */
function scriptOf(letter: string, word: string): Script | undefined {
  if (/\p{Script=Latin}|^$/u.test(letter)) return undefined;
  return scripts.find(({ test }) => test.test(letter)) ?? scripts.find(({ test }) => test.test(word));
}

function isUpper(letter = ''): boolean {
  return letter !== letter.toLowerCase();
}

const DATE = /(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])/;

/** Whether a key consists of numbers that say nothing: none contains a date, as `1-2026021913` does. */
export function isDatelessNumber(key: string): boolean {
  return /^[\d-]+$/.test(key) && !DATE.test(key);
}

/** Whether a name is one that a program gives a field, such as `showImages` or `page_size`. */
export function isFieldName(name: string): boolean {
  return name.length <= 24 && /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+|[A-Z][a-z0-9]*)*$/.test(name);
}

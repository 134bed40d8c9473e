/** The most characters that JSON takes for one character of a text. */
const ESCAPE = '\\u0000'.length;

/** The number of characters that are looked at together: a longer array or object is taken apart. */
const PART = 64 * 1024;

/** Why a text cannot be read. */
export class UnreadableJson extends Error {
  /** It is not JSON, has more levels than allowed, a longer text, or more values in an array or object. */
  readonly problem: 'invalid' | 'nested' | 'long' | 'many';

  constructor(problem: UnreadableJson['problem'], position: number) {
    super(`Unexpected ${unexpected[problem]} at position ${position}`);
    this.problem = problem;
  }
}

const unexpected = {
  invalid: 'character',
  nested: 'character',
  long: 'length of a text',
  many: 'value',
};

interface JsonLimits {
  /** The maximum number of levels of arrays and objects. */
  readonly levels: number;
  /** The maximum length of a text. */
  readonly text: number;
  /** The maximum number of values in an array or object. */
  readonly values: number;
}

/** An array or object that is being taken apart. */
interface Container {
  readonly value: unknown[] | Record<string, unknown>;
  readonly end: ']' | '}';
  expected: 'first' | 'key' | 'colon' | 'value' | 'next';
  /** The key of the next value of an object. */
  key: string;
  /** The number of values that were read. */
  values: number;
}

/**
 * Parses JSON that arrives in parts, so that no step takes long, and the whole may be longer than the longest text. All but long
 * arrays and objects are left to `JSON.parse`.
 */
export class JsonInParts {
  readonly #limits: JsonLimits;
  /** What has arrived. What is before `#at` is read. */
  #text = '';
  #at = 0;
  /** What has arrived since, which is read when there are `#wanted` characters of it. */
  #arrived: string[] = [];
  #length = 0;
  #wanted = PART;
  /** The number of characters before `#text`. */
  #before = 0;
  readonly #stack: Container[] = [];
  /** The positions of arrays and objects that are known to be long. */
  #long: ReadonlySet<number> = new Set();
  #whole: { readonly value: unknown } | undefined;

  constructor(limits: Partial<JsonLimits> = {}) {
    const { POSITIVE_INFINITY: unlimited } = Number;
    this.#limits = { levels: unlimited, text: unlimited, values: unlimited, ...limits };
  }

  /** @throws UnreadableJson */
  push(text: string): void {
    this.#arrived.push(text);
    this.#length += text.length;
    if (this.#length >= this.#wanted) this.#read(false);
  }

  /** Returns the value, after everything has arrived. @throws UnreadableJson; SyntaxError if a short text is invalid */
  end(): unknown {
    try {
      this.#read(true);
      if (this.#whole === undefined) throw this.#unreadable('invalid', this.#text.length);
      return this.#whole.value;
    } catch (error) {
      // Its message says more.
      if ((error as UnreadableJson).problem === 'invalid' && this.#before === 0) JSON.parse(this.#text);
      throw error;
    }
  }

  #read(isEnd: boolean): void {
    this.#before += this.#at;
    this.#text = [this.#text.slice(this.#at), ...this.#arrived].join('');
    this.#at = 0;
    this.#arrived = [];
    this.#length = 0;
    while (this.#step(isEnd));
    // As much again, so that a long text is not looked at too often.
    this.#wanted = Math.max(PART, this.#text.length - this.#at);
  }

  /** Reads a value or a sign. Returns false if more has to arrive first. */
  #step(isEnd: boolean): boolean {
    this.#at = afterSpace(this.#text, this.#at);
    const sign = this.#text[this.#at];
    if (sign === undefined) return false;
    const container = this.#stack.at(-1);
    if (container === undefined) {
      if (this.#whole !== undefined) throw this.#unreadable('invalid');
      return this.#readValue(sign, isEnd);
    }
    const { expected, end } = container;
    if (sign === end && (expected === 'first' || expected === 'next')) return this.#close(container);
    if (expected === 'next') return this.#expect(sign, ',', container, end === ']' ? 'value' : 'key');
    if (expected === 'colon') return this.#expect(sign, ':', container, 'value');
    if (expected === 'value' || end === ']') return this.#readValue(sign, isEnd);
    if (sign !== '"') throw this.#unreadable('invalid');
    return this.#readValue(sign, isEnd, (key) => {
      container.key = key as string;
      container.expected = 'colon';
    });
  }

  #expect(sign: string, wanted: string, container: Container, next: Container['expected']): true {
    if (sign !== wanted) throw this.#unreadable('invalid');
    container.expected = next;
    this.#at++;
    return true;
  }

  #close({ value }: Container): true {
    this.#stack.pop();
    this.#at++;
    this.#add(value);
    return true;
  }

  #readValue(sign: string, isEnd: boolean, add = (value: unknown) => this.#add(value)): boolean {
    const isContainer = sign === '{' || sign === '[';
    const end = isContainer ? this.#endOfContainer() : this.#endOfScalar(sign, isEnd);
    const length = (end ?? this.#text.length) - this.#at;
    if (!isContainer && length > this.#limits.text * ESCAPE) throw this.#unreadable('long');
    if (end !== undefined) {
      const value = this.#parsed(end);
      if (typeof value === 'string' && value.length > this.#limits.text) throw this.#unreadable('long');
      this.#at = end;
      add(value);
      return true;
    }
    if (isContainer && (length >= PART || this.#long.has(this.#before + this.#at))) return this.#open(sign);
    if (isEnd) throw this.#unreadable('invalid', this.#text.length);
    return false;
  }

  #parsed(end: number): unknown {
    try {
      return JSON.parse(this.#text.slice(this.#at, end));
    } catch {
      throw this.#unreadable('invalid');
    }
  }

  #open(sign: '{' | '['): true {
    const [value, end] = sign === '[' ? [[], ']' as const] : [{}, '}' as const];
    this.#stack.push({ value, end, expected: 'first', key: '', values: 0 });
    this.#at++;
    return true;
  }

  #add(value: unknown): void {
    const container = this.#stack.at(-1);
    if (container === undefined) {
      this.#whole = { value };
      return;
    }
    container.expected = 'next';
    container.values++;
    if (container.values > this.#limits.values) throw this.#unreadable('many');
    if (Array.isArray(container.value)) container.value.push(value);
    else if (container.key !== '__proto__') container.value[container.key] = value;
    else
      Object.defineProperty(container.value, '__proto__', {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
  }

  /** Where the array or object ends that is next; undefined if that is not near. */
  #endOfContainer(): number | undefined {
    if (this.#long.has(this.#before + this.#at)) return undefined;
    const text = this.#text;
    const limit = Math.min(text.length, this.#at + PART);
    const opened: number[] = [];
    for (let i = this.#at; i < limit; i++) {
      const code = text.charCodeAt(i);
      if (code === QUOTE) {
        const end = endOfText(text, i);
        if (end === undefined) break;
        i = end - 1;
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        opened.push(i);
        if (this.#stack.length + opened.length > this.#limits.levels) throw this.#unreadable('nested', i);
      } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        opened.pop();
        if (opened.length === 0) return i + 1;
      }
    }
    // Those that start late may be short.
    if (limit === this.#at + PART)
      this.#long = new Set(opened.filter((i) => i < this.#at + PART / 2).map((i) => this.#before + i));
    return undefined;
  }

  #endOfScalar(sign: string, isEnd: boolean): number | undefined {
    const text = this.#text;
    if (sign === '"') return endOfText(text, this.#at);
    for (let i = this.#at; i < text.length; i++) if (AFTER_SCALAR.includes(text[i] as string)) return i;
    return isEnd ? text.length : undefined;
  }

  #unreadable(problem: UnreadableJson['problem'], at = this.#at): UnreadableJson {
    return new UnreadableJson(problem, this.#before + at);
  }
}

const SPACE = ' \n\r\t';
const AFTER_SCALAR = `${SPACE},]}`;
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPEN_OBJECT = '{'.charCodeAt(0);
const CLOSE_OBJECT = '}'.charCodeAt(0);
const OPEN_LIST = '['.charCodeAt(0);
const CLOSE_LIST = ']'.charCodeAt(0);

function afterSpace(text: string, start: number): number {
  let i = start;
  while (i < text.length && SPACE.includes(text[i] as string)) i++;
  return i;
}

/** Where the text ends that starts at `start`; undefined if it does not. */
function endOfText(text: string, start: number): number | undefined {
  for (let i = text.indexOf('"', start + 1); i > 0; i = text.indexOf('"', i + 1)) {
    let first = i;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    // A quote after an odd number of backslashes is part of the text.
    if ((i - first) % 2 === 0) return i + 1;
  }
  return undefined;
}

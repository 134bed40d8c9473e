import { capitalise, fold } from '../text.js';

/** How to fill a slot that has no value yet. */
export type Filling =
  | { readonly kind: 'year'; readonly offset: number }
  | { readonly kind: 'number'; readonly range: Range }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'multiple'; readonly of: string; readonly factor: number }
  | { readonly kind: 'name'; readonly name: string };

/** Numbers from `low` on, in `steps` steps of the size `step`. */
export interface Range {
  readonly low: number;
  readonly step: number;
  readonly steps: number;
  readonly decimals: number;
  readonly isYear: boolean;
}

interface Slot {
  /** Slots of an article with the same key have the same value. */
  readonly key: string;
  readonly facet: number;
  readonly filling: Filling;
}

/** A parsed text: there is one slot between two pieces. A first piece that is not empty starts with a capital letter. */
export interface Template {
  readonly pieces: readonly string[];
  readonly slots: readonly Slot[];
}

/** `{name}`, `{name.1}`, `{name:choices or range}`, `{name=other*2}`, `{year+1}`: see story.ts. */
const SLOT = /\{([a-z]+)(\d*)(?:\.(\d))?(?:([:=+-])([^}]*))?\}/;
const RANGE = /^([\d.]+)-([\d.]+)(?:\/([\d.]+))?$/;

/** Parses the texts and lists of stories, each only once, because stories recur. */
export class Texts {
  readonly template = eachOnce(parse);
  /** The items of a text with commas. */
  readonly list = eachOnce((text): readonly string[] => text.split(', '));
  /** The outlets of a desk, each with the URL of its site. */
  readonly outlets = eachOnce((text) =>
    text.split(', ').map((name) => ({ name, site: `https://${fold(name, '')}.example` })),
  );
}

/** Caches the result of `make` for each text. */
function eachOnce<Result>(make: (text: string) => Result): (text: string) => Result {
  const made = new Map<string, Result>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    made.set(text, result);
    return result;
  };
}

function parse(text: string): Template {
  // `split` returns a piece, the five groups of a slot, a piece, and so on.
  const parts = text.split(SLOT);
  const count = (parts.length - 1) / 6;
  // Allocated at their final length: there are hundreds of templates, and an array that grows has room for 17 items.
  const pieces: string[] = new Array(count + 1);
  const slots: Slot[] = new Array(count);
  pieces[0] = capitalise(parts[0] as string);
  for (let slot = 0; slot < count; slot++) {
    const i = 1 + slot * 6;
    const name = parts[i] as string;
    const sign = parts[i + 3] ?? '';
    const rest = parts[i + 4] ?? '';
    const key = name + (name === 'year' ? sign + rest : parts[i + 1]);
    slots[slot] = { key, facet: Number(parts[i + 2] ?? 0), filling: fillingOf(name, sign, rest) };
    pieces[slot + 1] = parts[i + 5] as string;
  }
  return { pieces, slots };
}

function fillingOf(name: string, sign: string, rest: string): Filling {
  if (name === 'year') return { kind: 'year', offset: Number(sign + rest) };
  if (sign === '=') {
    const [of = '', factor = ''] = rest.split('*');
    return { kind: 'multiple', of, factor: Number(factor) };
  }
  if (sign !== ':') return { kind: 'name', name };
  const range = RANGE.exec(rest);
  return range === null ? { kind: 'choice', choices: rest.split('|') } : { kind: 'number', range: rangeOf(range) };
}

function rangeOf(range: RegExpExecArray): Range {
  const low = range[1] as string;
  const high = range[2] as string;
  const step = range[3] ?? '';
  const decimals = Math.max(decimalsOf(low), decimalsOf(step));
  const unit = step === '' ? Number(`1e-${decimals}`) : Number(step);
  return {
    low: Number(low),
    step: unit,
    steps: Math.round((Number(high) - Number(low)) / unit),
    decimals,
    // Years have no thousands separator. Only ranges of years start with 18xx.
    isYear: /^18\d\d$/.test(low),
  };
}

function decimalsOf(number: string): number {
  return number.split('.')[1]?.length ?? 0;
}

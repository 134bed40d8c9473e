import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * A generator that depends on these three alone: (seed, table, key) gives a record the same numbers whatever
 * other records there are.
 */
export function randomFor(seed: number, table: string, key: string | number): Random {
  const generator = xoroshiro128plusFromState(hash128(`${seed}/${table}/${key}`));
  return () => (generator.next() >>> 0) / 0x1_0000_0000;
}

/** The UUIDs (version 4) of a seed and purpose. */
export class Uuids {
  readonly seed: number;
  readonly #start: Hash;

  constructor(seed: number, purpose: string) {
    this.seed = seed;
    this.#start = absorb(START, `${seed}/${purpose}/`);
  }

  /** The `n`th. Every request needs one: made in one go, it is a plain string, and nothing is left to be collected. */
  nth(n: number): string {
    const [a, b, c, d] = scatter(absorb(this.#start, String(n)));
    const v = (b & 0xffff0fff) | 0x4000;
    const w = (c & 0x3fffffff) | 0x80000000;
    // biome-ignore format: a line for each group of digits
    return String.fromCharCode(
      hex(a, 28), hex(a, 24), hex(a, 20), hex(a, 16), hex(a, 12), hex(a, 8), hex(a, 4), hex(a, 0), HYPHEN,
      hex(v, 28), hex(v, 24), hex(v, 20), hex(v, 16), HYPHEN,
      hex(v, 12), hex(v, 8), hex(v, 4), hex(v, 0), HYPHEN,
      hex(w, 28), hex(w, 24), hex(w, 20), hex(w, 16), HYPHEN,
      hex(w, 12), hex(w, 8), hex(w, 4), hex(w, 0), hex(d, 28), hex(d, 24), hex(d, 20), hex(d, 16), hex(d, 12), hex(d, 8), hex(d, 4), hex(d, 0),
    );
  }
}

function hexWord(word: number): string {
  // biome-ignore format: all digits in a line
  return String.fromCharCode(
    hex(word, 28), hex(word, 24), hex(word, 20), hex(word, 16), hex(word, 12), hex(word, 8), hex(word, 4), hex(word, 0),
  );
}

const HYPHEN = 45;

/** The code of the hexadecimal digit at a shift. Without a branch: no processor could guess where it goes. */
function hex(word: number, shift: number): number {
  const digit = (word >>> shift) & 15;
  return 48 + digit + (((9 - digit) >> 31) & 39);
}

/** 32 hexadecimal digits for the `n`th secret of a seed and purpose. */
export function hexFor(seed: number, purpose: string, n: number): string {
  const [a, b, c, d] = hash128(`${seed}/${purpose}/${n}`);
  return hexWord(a) + hexWord(b) + hexWord(c) + hexWord(d);
}

/** A positive integer of 31 bits that depends on a text alone. */
export function integerFor(text: string): number {
  return (hash128(text)[0] >>> 1) + 1;
}

type Hash = readonly [number, number, number, number];

const START: Hash = [0x9e3779b9 | 0, 0x243f6a88, 0xb7e15162 | 0, 0xdeadbeef | 0];

/** Spreads a text over 128 bits. Not cryptographic: it only has to scatter, fast and the same everywhere. */
function hash128(text: string): [number, number, number, number] {
  return scatter(absorb(START, text));
}

// By their indexes: until it is compiled, which not every start lives to see, a pattern of an array goes through an iterator.
function absorb(hash: Hash, text: string): Hash {
  let a = hash[0];
  let b = hash[1];
  let c = hash[2];
  let d = hash[3];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ unit, 0x85ebca6b);
    b = c ^ Math.imul(b ^ unit, 0xc2b2ae35);
    c = d ^ Math.imul(c ^ unit, 0x27d4eb2f);
    d = a ^ Math.imul(d ^ unit, 0x165667b1);
  }
  return [a, b, c, d];
}

function scatter(hash: Hash): [number, number, number, number] {
  let a = hash[0];
  let b = hash[1];
  let c = hash[2];
  let d = hash[3];
  for (let round = 0; round < 4; round++) {
    a = Math.imul(b ^ (a >>> 15), 0x2c1b3c6d);
    b = Math.imul(c ^ (b >>> 13), 0x297a2d39);
    c = Math.imul(d ^ (c >>> 16), 0x85ebca6b);
    d = Math.imul(a ^ (d >>> 14), 0xc2b2ae35);
    a ^= b ^ c ^ d;
    b ^= a;
    c ^= a;
    d ^= a;
  }
  return [a | 0, b | 0, c | 0, d | 0];
}

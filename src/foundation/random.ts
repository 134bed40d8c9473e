import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import { getOrInsert } from './get-or-insert.js';

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** The generators of a seed. Each depends on seed, table and key alone, so that adding a record changes no other record. */
export function randomsOf(seed: number): (table: string, key: string | number) => Random {
  const starts = new Map<string, Readonly<Hash>>();
  return (table, key) => {
    const start = getOrInsert(starts, table, () => absorb(START, `${seed}/${table}/`));
    return randomFrom(absorb(start, String(key)));
  };
}

/** One generator of a seed: see {@link randomsOf}. */
export function randomFor(seed: number, table: string, key: string | number): Random {
  return randomFrom(absorb(START, `${seed}/${table}/${key}`));
}

function randomFrom(hash: Hash): Random {
  const generator = xoroshiro128plusFromState(scatter(hash));
  return () => (generator.next() >>> 0) / 0x1_0000_0000;
}

/** The UUIDs (version 4) of a seed and purpose. */
export class Uuids {
  readonly seed: number;
  readonly #start: Readonly<Hash>;

  constructor(seed: number, purpose: string) {
    this.seed = seed;
    this.#start = absorb(START, `${seed}/${purpose}/`);
  }

  nth(n: number): string {
    const [a, b, c, d] = scatter(absorb(this.#start, String(n)));
    const version = (b & 0xffff0fff) | 0x4000;
    const variant = (c & 0x3fffffff) | 0x80000000;
    return uuidText(a, version, variant, d);
  }
}

/** The hexadecimal digits of each byte. Every answer has an id, and `toString(16)` would take ten times as long. */
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function uuidText(a: number, b: number, c: number, d: number): string {
  const [first, second, third, fourth] = [hexOf(b, 16), hexOf(b, 0), hexOf(c, 16), hexOf(c, 0)];
  return `${wordText(a)}-${first}-${second}-${third}-${fourth}${wordText(d)}`;
}

/** 32 hexadecimal digits for the `n`th secret of a seed and purpose. */
export function hexFor(seed: number, purpose: string, n: number): string {
  return hash128(`${seed}/${purpose}/${n}`).map(wordText).join('');
}

/** The eight hexadecimal digits of a word. */
function wordText(word: number): string {
  return hexOf(word, 16) + hexOf(word, 0);
}

/** The four hexadecimal digits that have a number of bits of the word after them. */
function hexOf(word: number, bits: number): string {
  return (BYTES[(word >>> (bits + 8)) & 255] as string) + BYTES[(word >>> bits) & 255];
}

/** A positive 31-bit integer that depends on the text alone. */
export function integerFor(text: string): number {
  return (hash128(text)[0] >>> 1) + 1;
}

type Hash = [number, number, number, number];

const START: Readonly<Hash> = [0x9e3779b9 | 0, 0x243f6a88, 0xb7e15162 | 0, 0xdeadbeef | 0];

/** Hashes a text to 128 bits: fast, the same on every platform, and not cryptographic. */
function hash128(text: string): Hash {
  return scatter(absorb(START, text));
}

// Uses indexes instead of array destructuring, which is slow before the JIT compiles it.
function absorb(hash: Readonly<Hash>, text: string): Hash {
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

/** Mixes the bits of a hash in place. */
function scatter(hash: Hash): Hash {
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
  hash[0] = a | 0;
  hash[1] = b | 0;
  hash[2] = c | 0;
  hash[3] = d | 0;
  return hash;
}

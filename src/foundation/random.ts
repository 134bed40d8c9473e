import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A source of numbers in [0, 1). */
export type Random = () => number;

/** A generator that depends on seed, table and key alone, so that adding a record changes no other record. */
export function randomFor(seed: number, table: string, key: string | number): Random {
  const generator = xoroshiro128plusFromState(hash128(`${seed}/${table}/${key}`));
  return () => (generator.next() >>> 0) / 0x1_0000_0000;
}

/** Two hexadecimal digits for each byte. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The UUIDs (version 4) of a seed and purpose. */
export class Uuids {
  readonly seed: number;
  readonly #start: Hash;

  constructor(seed: number, purpose: string) {
    this.seed = seed;
    this.#start = absorb(START, `${seed}/${purpose}/`);
  }

  nth(n: number): string {
    const [a, b, c, d] = scatter(absorb(this.#start, String(n)));
    const version = (b & 0xffff0fff) | 0x4000;
    const variant = (c & 0x3fffffff) | 0x80000000;
    return `${hexWord(a)}-${highHex(version)}-${lowHex(version)}-${highHex(variant)}-${lowHex(variant)}${hexWord(d)}`;
  }
}

function hexWord(word: number): string {
  return highHex(word) + lowHex(word);
}

function highHex(word: number): string {
  return `${HEX[word >>> 24]}${HEX[(word >>> 16) & 255]}`;
}

function lowHex(word: number): string {
  return `${HEX[(word >>> 8) & 255]}${HEX[word & 255]}`;
}

/** 32 hexadecimal digits for the `n`th secret of a seed and purpose. */
export function hexFor(seed: number, purpose: string, n: number): string {
  const [a, b, c, d] = hash128(`${seed}/${purpose}/${n}`);
  return hexWord(a) + hexWord(b) + hexWord(c) + hexWord(d);
}

/** A positive 31-bit integer that depends on the text alone. */
export function integerFor(text: string): number {
  return (hash128(text)[0] >>> 1) + 1;
}

type Hash = readonly [number, number, number, number];

const START: Hash = [0x9e3779b9 | 0, 0x243f6a88, 0xb7e15162 | 0, 0xdeadbeef | 0];

/** Hashes a text to 128 bits: fast, the same on every platform, and not cryptographic. */
function hash128(text: string): [number, number, number, number] {
  return scatter(absorb(START, text));
}

// Indexes instead of array destructuring, which is slow before the JIT compiles it.
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

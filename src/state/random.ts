import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** A source of numbers in [0, 1). */
export type Random = () => number;

/**
 * A generator that depends on its seed and scope alone: (seed, table, key) gives a record the same numbers whatever
 * other records there are.
 */
export function randomFor(seed: number, ...scope: (string | number)[]): Random {
  const generator = xoroshiro128plusFromState(hash128(`${seed}/${scope.join('/')}`));
  return () => (generator.next() >>> 0) / 0x1_0000_0000;
}

/** The `n`th UUID (version 4) of a seed and purpose. */
export function uuidFor(seed: number, purpose: string, n: number): string {
  const [a, b, c, d] = hash128(`${seed}/${purpose}/${n}`);
  const version = (b & 0xffff0fff) | 0x4000;
  const variant = (c & 0x3fffffff) | 0x80000000;
  return `${hex16(a >>> 16)}${hex16(a)}-${hex16(b >>> 16)}-${hex16(version)}-${hex16(variant >>> 16)}-${hex16(c)}${hex16(d >>> 16)}${hex16(d)}`;
}

/** 32 hexadecimal digits for the `n`th secret of a seed and purpose. */
export function hexFor(seed: number, purpose: string, n: number): string {
  return hash128(`${seed}/${purpose}/${n}`)
    .map((word) => hex16(word >>> 16) + hex16(word))
    .join('');
}

// A table, because every request needs an id.
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The lower 16 bits in hexadecimal. */
function hex16(word: number): string {
  return `${BYTES[(word >>> 8) & 0xff]}${BYTES[word & 0xff]}`;
}

/** A positive integer of 31 bits that depends on a text alone. */
export function integerFor(text: string): number {
  return (hash128(text)[0] >>> 1) + 1;
}

/** Spreads a text over 128 bits. Not cryptographic: it only has to scatter, fast and the same everywhere. */
function hash128(text: string): [number, number, number, number] {
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = 0xb7e15162;
  let d = 0xdeadbeef;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ unit, 0x85ebca6b);
    b = c ^ Math.imul(b ^ unit, 0xc2b2ae35);
    c = d ^ Math.imul(c ^ unit, 0x27d4eb2f);
    d = a ^ Math.imul(d ^ unit, 0x165667b1);
  }
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

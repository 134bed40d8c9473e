import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text that comes in parts. */
export interface Sha256 {
  add(text: string): void;
  /** Ends the text. Returns its SHA-256 in hexadecimal. */
  end(): string;
}

/** Starts a SHA-256: of Node where there is one, which is ten times faster, in a browser in JavaScript. */
export function createSha256(): Sha256 {
  const node = globalThis.process?.getBuiltinModule?.('node:crypto')?.createHash('sha256');
  if (node !== undefined) return { add: (text) => void node.update(text), end: () => node.digest('hex') };
  const hash = sha256.create();
  return { add: (text) => void hash.update(utf8ToBytes(text)), end: () => bytesToHex(hash.digest()) };
}

/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export function sha256Of(text: string): string {
  const hash = createSha256();
  hash.add(text);
  return hash.end();
}

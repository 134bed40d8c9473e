import { createHmac } from 'node:crypto';

/** A number in [0, 1) that follows from a key and a text, and says nothing about the text without the key. */
export function rankOf(key: Uint8Array, text: string): number {
  return createHmac('sha256', key).update(`rank\0${text}`).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** A short id that follows from a key and a text. */
export function idOf(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(`id\0${text}`).digest('hex').slice(0, 10);
}

/** Another key, which follows from a key. */
export function keyAfter(key: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update('next').digest();
}

import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import { decodeEntities } from '../../src/foundation/html-entities.js';
import { LEAST } from './originals.js';
import { normalSpelling } from './spelling.js';

export interface FoundOriginal {
  /** The place of the value among the originals. */
  readonly original: number;
  /** How the output has it written. */
  readonly encoding: 'plain' | 'escaped' | 'percent-encoded' | 'entities' | 'base64' | 'hexadecimal';
}

/** Shorter values must be whole words, since a part of a longer word says nothing. */
const ANYWHERE = 8;

/** Finds values in a text: in any case, escaped as in JSON, percent-encoded, with entities, in base64 and in hexadecimal digits. */
export function findOriginals(output: string, originals: readonly string[]): readonly FoundOriginal[] {
  return searchFor(originals)(output);
}

/** Finds the same values in any number of texts. */
export function searchFor(originals: readonly string[]): (output: string) => readonly FoundOriginal[] {
  const byStart = new Map<string, { readonly text: string; readonly original: number }[]>();
  for (const [original, value] of originals.entries()) {
    const text = normalSpelling(value);
    if (text.length < LEAST) continue;
    getOrInsert(byStart, text.slice(0, LEAST), () => []).push({ text, original });
  }
  return (output) => {
    const found = new Map<number, FoundOriginal>();
    for (const [encoding, text] of viewsOf(output)) {
      for (let i = 0; i + LEAST <= text.length; i++) {
        for (const { text: value, original } of byStart.get(text.slice(i, i + LEAST)) ?? []) {
          if (found.has(original) || !text.startsWith(value, i)) continue;
          if (value.length >= ANYWHERE || isWhole(text, i, i + value.length))
            found.set(original, { original, encoding });
        }
      }
    }
    return [...found.values()];
  };
}

const isLetter = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character);

function isWhole(text: string, from: number, to: number): boolean {
  return !isLetter(text.charAt(from - 1)) && !isLetter(text.charAt(to));
}

type DecodedView = readonly [FoundOriginal['encoding'], string];

/** The output as it is, and decoded in each way. */
function viewsOf(output: string): DecodedView[] {
  const once = withoutEscapes(output);
  const unescaped = withoutEscapes(once);
  const percentDecoded = withoutPercent(unescaped);
  const views: DecodedView[] = [
    ['plain', output],
    ['escaped', once],
    ['escaped', unescaped],
    ['percent-encoded', percentDecoded],
    ['percent-encoded', withoutPercent(percentDecoded.replaceAll('+', ' '))],
    ['entities', decodeEntities(unescaped)],
    ['base64', decodedRuns(unescaped, /[a-z0-9+/_-]{6,}/gi, 'base64', 4)],
    ['hexadecimal', decodedRuns(unescaped, /(?:[\da-f]{2}){4,}/gi, 'hex', 2)],
  ];
  // Where there is nothing to decode, several views are the same.
  const isNew = ([, text]: DecodedView, i: number) => views.findIndex(([, other]) => other === text) === i;
  return views.filter(isNew).map(([encoding, text]) => [encoding, normalSpelling(text)]);
}

function withoutEscapes(text: string): string {
  return text.replace(/\\u([\da-f]{4})|\\(.)/gis, (_, code?: string, character = '') => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return 'nrt'.includes(character) ? ' ' : character;
  });
}

function withoutPercent(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
}

/** What each run of characters may encode, whichever character it starts at. */
function decodedRuns(text: string, runs: RegExp, encoding: 'base64' | 'hex', period: number): string {
  return [...text.matchAll(runs)]
    .flatMap(([run]) => Array.from({ length: period }, (_, i) => Buffer.from(run.slice(i), encoding).toString()))
    .join('\n');
}

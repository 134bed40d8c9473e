import { replay } from 'briefs-mock';
import { scenarios } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { blocks, placeOf } from './blocks.js';

it.each(
  blocks
    .filter(({ language, code }) => language === 'json' && code.includes('"briefs-mock/trace"'))
    .map((block) => [placeOf(block), block.code] as const),
)('the trace in %s replays the same', async (_, code) => {
  const { differences, fingerprint } = await replay(JSON.parse(code), { scenarios });
  expect({ differences, fingerprint }).toEqual({ differences: [], fingerprint: undefined });
});

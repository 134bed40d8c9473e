import { createMock } from 'briefs-mock';
import { large } from 'briefs-mock/seeds';
import { expect, it } from 'vitest';
import { problemsOf, textsOf } from '../support/tool-texts.js';

// `large` takes seconds to create; test/assistant has the same test with `newsroom`.
it('each text of a tool for assistants is marked as data and short, with the scenario large', async () => {
  const texts = await textsOf(createMock({ scenario: large }));
  expect(texts.length).toBeGreaterThan(30);
  for (const { name, text } of texts) expect([name, problemsOf(text)]).toEqual([name, []]);
});

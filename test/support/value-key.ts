import type { Mock } from 'briefs-mock';
import { expect } from 'vitest';

const APOSTROPHE_KEY = "preference_value'";

/** D11: an answer of a mock with `apostropheKey`, as it would be without, to compare it with the schemas. */
export function withDefaultValueKey<Answer extends { readonly text: string; readonly json: unknown }>(
  answer: Answer,
  { behavior: { apostropheKey } }: Mock,
): Answer {
  if (apostropheKey === 'off' || answer.text === '') return answer;
  const json = JSON.parse(answer.text, (_, part) => {
    if (part === null || typeof part !== 'object' || !(APOSTROPHE_KEY in part)) return part;
    const { [APOSTROPHE_KEY]: preference_value, ...rest } = part;
    expect(rest.preference_value).toBe(apostropheKey === 'both' ? preference_value : undefined);
    return { ...rest, preference_value };
  });
  return { ...answer, json, text: JSON.stringify(json) };
}

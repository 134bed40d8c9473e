import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counter, type Input, isLinearizable, type Operation } from './linearizability.js';

const NEVER = Number.POSITIVE_INFINITY;

/** Operations that happened in this order, each with the time that it took before and after that moment. */
const sequence = fc.array(
  fc.record({
    input: fc.constantFrom<Input>('add', 'read'),
    before: fc.integer({ min: 0, max: 40 }),
    after: fc.integer({ min: 0, max: 40 }),
    isAnswered: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

function historyOf(steps: readonly { input: Input; before: number; after: number; isAnswered: boolean }[]) {
  let count = 0;
  return steps.map(({ input, before, after, isAnswered }, i): Operation<Input, number> => {
    const step = counter.step(count, input);
    count = step.state;
    const at = i * 10;
    return isAnswered
      ? { input, sentAt: at - before, answeredAt: at + after, output: step.output }
      : { input, sentAt: at - before, answeredAt: NEVER };
  });
}

describe('The check of linearizability', () => {
  it('accepts what one counter answered, however long the answers took, and if some were lost', () => {
    fc.assert(
      fc.property(sequence, (steps) => {
        expect(isLinearizable(counter, historyOf(steps))).toBe(true);
      }),
    );
  });

  it('accepts a lost operation that happened later, or never', () => {
    const lost: Operation<Input, number> = { input: 'add', sentAt: 0, answeredAt: NEVER };
    for (const reads of [[0], [1], [0, 1], [0, 0]]) {
      const after = reads.map((output, i) => ({
        input: 'read' as const,
        sentAt: 10 + i * 10,
        answeredAt: 15 + i * 10,
        output,
      }));
      expect(isLinearizable(counter, [lost, ...after]), String(reads)).toBe(true);
    }
  });

  it('rejects an answer that misses an operation that was answered before', () => {
    const add = { input: 'add' as const, sentAt: 0, answeredAt: 5, output: 1 };
    expect(isLinearizable(counter, [add, { input: 'read', sentAt: 6, answeredAt: 9, output: 0 }])).toBe(false);
    expect(isLinearizable(counter, [add, { input: 'read', sentAt: 4, answeredAt: 9, output: 0 }])).toBe(true);
  });

  it('rejects an operation that happened twice, and answers that go back', () => {
    const lost: Operation<Input, number> = { input: 'add', sentAt: 0, answeredAt: NEVER };
    const read = (sentAt: number, output: number) => ({
      input: 'read' as const,
      sentAt,
      answeredAt: sentAt + 1,
      output,
    });
    expect(isLinearizable(counter, [lost, read(10, 2)])).toBe(false);
    expect(isLinearizable(counter, [lost, read(10, 1), read(20, 0)])).toBe(false);
  });

  it('rejects two operations with the same number', () => {
    const add = { input: 'add' as const, sentAt: 0, answeredAt: 9, output: 1 };
    expect(isLinearizable(counter, [add, { ...add }])).toBe(false);
    expect(isLinearizable(counter, [add, { ...add, output: 2 }])).toBe(true);
  });
});

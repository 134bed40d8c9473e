/** An operation of a client: when it was sent, and when its answer came; times are numbers that only grow. */
export interface Operation<Input, Output> {
  readonly input: Input;
  readonly sentAt: number;
  /** Infinity if no answer came: the operation may have happened at any later time, or never. */
  readonly answeredAt: number;
  /** Absent if no answer came. */
  readonly output?: Output;
}

/** What a correct server does, one operation after another. */
interface Model<State, Input, Output> {
  readonly start: State;
  /** The state after an operation, and its answer. */
  step(state: State, input: Input): { readonly state: State; readonly output: Output };
  /** Two states with the same text are the same. */
  keyOf(state: State): string;
}

/** The operations of a counter: `add` answers the new number, `read` the current one. */
export type Input = 'add' | 'read';

export const counter: Model<number, Input, number> = {
  start: 0,
  step: (count, input) => {
    const next = input === 'add' ? count + 1 : count;
    return { state: next, output: next };
  },
  keyOf: String,
};

/**
 * Whether there is one order of all operations that explains all answers, and in which each operation happened between its
 * request and its answer. This is the search of Wing and Gong, with the memory of Lowe: a set of operations that led to a state
 * is not tried again.
 */
export function isLinearizable<State, Input, Output>(
  model: Model<State, Input, Output>,
  operations: readonly Operation<Input, Output>[],
): boolean {
  const done = operations.map(() => false);
  const seen = new Set<string>();

  function search(state: State): boolean {
    const left = operations.filter((_, i) => !done[i]);
    // What got no answer need not have happened.
    const end = Math.min(...left.map((one) => one.answeredAt));
    if (end === Number.POSITIVE_INFINITY) return true;
    const place = `${done.map(Number).join('')} ${model.keyOf(state)}`;
    if (seen.has(place)) return false;
    seen.add(place);
    for (const [i, one] of operations.entries()) {
      // An operation that was sent after the answer of another cannot have happened before it.
      if (done[i] || one.sentAt > end) continue;
      const next = model.step(state, one.input);
      if (one.answeredAt !== Number.POSITIVE_INFINITY && !isSame(next.output, one.output)) continue;
      done[i] = true;
      if (search(next.state)) return true;
      done[i] = false;
    }
    return false;
  }

  return search(model.start);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

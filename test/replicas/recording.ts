import * as fc from 'fast-check';
import type { Sent } from '../support/session-worlds.js';
import type { Input, Operation } from './linearizability.js';

/** What every step of a client has: its operation, and how many turns of the event loop the client waits before. */
export const step = { input: fc.constantFrom<Input>('add', 'read'), pauses: fc.nat(3) };

interface Step {
  readonly input: Input;
  readonly pauses: number;
}

/** Performs an operation, and records it. `ask` sends its request, and resolves to the answer; undefined if it was lost. */
export type Perform = (input: Input, ask: (sent: Sent) => Promise<Response | undefined>) => Promise<void>;

/** Several clients, each with its steps. */
export function clientsOf<Any extends Step>(step: fc.Arbitrary<Any>): fc.Arbitrary<Any[][]> {
  return fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 4 });
}

/** The operations of clients that act at the same time. `act` takes a step; the steps are numbered as they start. */
export async function recorded<Any extends Step>(
  clients: readonly (readonly Any[])[],
  act: (step: Any, number: number, perform: Perform) => Promise<void>,
): Promise<Operation<Input, number>[]> {
  const operations: Operation<Input, number>[] = [];
  let steps = 0;
  let time = 0;
  const perform: Perform = async (input, ask) => {
    const sentAt = time++;
    const response = await ask(requestFor(input, `Application ${sentAt}`));
    const output = response && (await outputOf(input, response));
    operations.push(
      output === undefined
        ? { input, sentAt, answeredAt: Number.POSITIVE_INFINITY }
        : { input, sentAt, answeredAt: time++, output },
    );
  };
  const run = async (own: readonly Any[]) => {
    for (const step of own) {
      for (let i = 0; i < step.pauses; i++) await new Promise((resolve) => setImmediate(resolve));
      await act(step, steps++, perform);
    }
  };
  await Promise.all(clients.map(run));
  return operations;
}

/** `add` creates an application and answers its id; `read` answers how many there are. */
function requestFor(input: Input, name: string): Sent {
  const path = '/user-data/v1/application';
  if (input === 'read') return { method: 'GET', path, headers: {}, body: undefined };
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify([{ name }]) };
}

/** Undefined if the store could not be used. */
async function outputOf(input: Input, response: Response): Promise<number | undefined> {
  if (response.status === 503) return undefined;
  const { data } = await response.json();
  return input === 'add' ? data[0].id : data.length;
}

// What must hold, in the order in which it is checked: what is cheap first.
import type { Property } from '../property.js';
import { accessible } from './accessible.js';
import { anyOrder } from './any-order.js';
import { asReloaded } from './as-reloaded.js';
import { contract } from './contract.js';
import { endsOfTime } from './ends-of-time.js';
import { noEndlessWait } from './no-endless-wait.js';
import { noErrors } from './no-errors.js';
import { nobodyElse } from './nobody-else.js';
import { oneWrite } from './one-write.js';
import { refusedWrite } from './refused-write.js';
import { usable } from './usable.js';

export const properties: readonly Property[] = [
  noErrors,
  contract,
  oneWrite,
  nobodyElse,
  usable,
  refusedWrite,
  anyOrder,
  asReloaded,
  endsOfTime,
  accessible,
  noEndlessWait,
];

/** The names of these and of those that the rules add. */
export function propertyNames(own: readonly { readonly name: string }[] = []): string[] {
  return [...properties, ...own].map(({ name }) => name);
}

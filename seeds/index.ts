/**
 * Scenarios by name, as values: what is not imported is not loaded.
 * @module
 */
import type { Scenario } from '../src/state/scenario.js';
import { empty } from './empty.js';
import { newsroom } from './newsroom.js';

export { empty, newsroom };

/** Every scenario of this package, the default one first. */
export const scenarios: readonly Scenario[] = [newsroom, empty];

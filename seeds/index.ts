/**
 * The scenarios, one export each, so that bundlers leave out those that are not imported.
 * @module
 */
import type { Scenario } from '../src/scenario/scenario.js';
import { awkwardContent } from './awkward-content.js';
import { clientRules } from './client-rules.js';
import { empty } from './empty.js';
import { expiredTokens } from './expired-tokens.js';
import { large } from './large.js';
import { longLists } from './long-lists.js';
import { newUser } from './new-user.js';
import { newsroom } from './newsroom.js';
import { noEntitlement } from './no-entitlement.js';
import { powerUser } from './power-user.js';
import { preferences } from './preferences.js';
import { unpublished } from './unpublished.js';

export {
  awkwardContent,
  clientRules,
  empty,
  expiredTokens,
  large,
  longLists,
  newsroom,
  newUser,
  noEntitlement,
  powerUser,
  preferences,
  unpublished,
};

/** All scenarios of this package. The default comes first. */
export const scenarios: readonly Scenario[] = [
  newsroom,
  empty,
  newUser,
  powerUser,
  noEntitlement,
  expiredTokens,
  clientRules,
  unpublished,
  longLists,
  awkwardContent,
  preferences,
  large,
];

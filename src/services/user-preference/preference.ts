import { emptyAsNull } from '../../protocol/parameter-schemas.js';
import { defineResource } from '../../protocol/resource.js';
import { preferenceType } from '../preferences/preference-type.js';

/** Typed preferences; deleting one deletes its values. */
export const preferenceRoutes = defineResource({
  path: '/user-preference/v1/preference',
  table: 'preference',
  noun: 'preference',
  decisions: ['D15', 'D16', 'D17', 'F3', 'X1', 'X19'],
  columns: ['name', 'preference_hierarchy', 'user_id', 'user_email', 'application_preference', 'type'],
  // One of the two is required; the other is filled in (D16).
  optional: ['user_id', 'user_email'],
  byId: false,
  answersWith: 'object',
  required: ['preference_hierarchy'],
  // An empty name counts as missing (F3).
  inputs: { type: preferenceType, name: emptyAsNull },
});

import { faultProfiles } from '../../src/faults/fault-profiles.js';
import { faultFields } from '../../src/faults/fault-rule.js';
import { conditionTexts, faultTexts } from '../../src/faults/fault-texts.js';
import { code, listed, type Section, table } from './markdown.js';

const PAGE = 'docs/reference/faults.md';

const facts = Object.fromEntries(faultFields);
const effects = faultFields.flatMap(([field, { isEffect }]) => (isEffect ? [code(field)] : []));

const fields = table(
  ['field', 'meaning', 'default'],
  Object.entries(faultTexts).map(([field, { reference, default: usual = '' }]) => {
    const { excludes } = facts[field] ?? {};
    const conflict = excludes === undefined ? [] : [`Not allowed together with ${listed(excludes.map(code), 'or')}.`];
    const meaning = conflict.length === 0 || reference.endsWith('.') ? reference : `${reference}.`;
    return [code(field), [meaning, ...conflict].join(' '), usual];
  }),
);

const conditions = table(
  ['condition', 'holds if', 'example'],
  Object.entries(conditionTexts).map(([name, { reference, example }]) => [code(name), reference, code(example)]),
);

const profiles = table(
  ['name', 'effect'],
  faultProfiles.map(({ name, description }) => [code(name), description]),
);

/** The tables of fault rules in the reference page. */
export const faultTables: readonly Section[] = [
  {
    page: PAGE,
    name: 'fields of a fault rule',
    text: `A rule needs at least one of ${listed(effects, 'and')}.\n\n${fields}`,
  },
  { page: PAGE, name: 'conditions of a fault rule', text: conditions },
  { page: PAGE, name: 'fault profiles', text: profiles },
];

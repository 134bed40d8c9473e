import { defineScenario } from 'briefs-mock';

/**
 * The state that the suites of the user-preference API start from, small enough for tests to list all expected records.
 *
 * | preference | of      | for         | filed under  | values                                            |
 * |------------|---------|-------------|--------------|---------------------------------------------------|
 * | 1 Generic  | 1 Ann   | 1 Digest    | 2 By mail    | generic 1: daily, version 1                       |
 * | 2 Entity   | 1 Ann   | 2 Topics    | 1 Notices    | entity 1: topic_ports, entity 2: topic_dairy      |
 * | 3 Generic  | 2 Ben   | 3 Text size | 3 Display    | generic 2: large, without a version               |
 * | 4 Entity   | 2 Ben   | 2 Topics    | 3 Display    | none                                              |
 *
 * Application 1 Reader has Digest and Topics, application 2 Studio has Text size. The parent of By mail is Notices. Cy
 * has no preferences.
 */
export const choices = defineScenario({
  name: 'choices',
  description: 'Three users, and what two of them have chosen',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: ({ data }) => {
    data.user.create({ fname: 'Ann', lname: 'Arden', email: 'Ann@Reader.example' });
    data.user.create({ fname: 'Ben', lname: 'Brook', email: 'ben@reader.example' });
    data.user.create({ fname: 'Cy', lname: 'Cole', email: 'cy@reader.example' });
    data.application.create({ name: 'Reader', description: 'Where briefs are read' });
    data.application.create({ name: 'Studio' });
    data.application_preference.create({ application_id: 1, preference_label: 'Digest' });
    data.application_preference.create({ application_id: 1, preference_label: 'Topics' });
    data.application_preference.create({ application_id: 2, preference_label: 'Text size' });
    data.preference_hierarchy.create({ label: 'Notices', description: 'What is announced, and when' });
    data.preference_hierarchy.create({ label: 'By mail', parent: 1 });
    data.preference_hierarchy.create({ label: 'Display' });

    data.preference.create({ ...chosen(1, 1, 2), name: 'Daily digest' });
    data.preference.create({ ...chosen(1, 2, 1), type: 'Entity' });
    data.preference.create(chosen(2, 3, 3));
    data.preference.create({ ...chosen(2, 2, 3), type: 'Entity' });
    data.generic_preference.create({ preference_id: 1, preference_value: 'daily', schema_version: 1 });
    data.entity_preference.create({ preference_id: 2, entity_gid: 'topic_ports' });
    data.entity_preference.create({ preference_id: 2, entity_gid: 'topic_dairy' });
    data.generic_preference.create({ preference_id: 3, preference_value: 'large' });
  },
});

function chosen(user_id: number, application_preference: number, preference_hierarchy: number) {
  return { user_id, application_preference, preference_hierarchy };
}

/** The preferences of the scenario, as the API lists them. */
export const preferences = [
  {
    id: 1,
    name: 'Daily digest',
    preference_hierarchy: 2,
    user_id: 1,
    user_email: 'Ann@Reader.example',
    application_preference: 1,
    type: 'Generic',
  },
  {
    id: 2,
    name: 'Topics',
    preference_hierarchy: 1,
    user_id: 1,
    user_email: 'Ann@Reader.example',
    application_preference: 2,
    type: 'Entity',
  },
  {
    id: 3,
    name: 'Text size',
    preference_hierarchy: 3,
    user_id: 2,
    user_email: 'ben@reader.example',
    application_preference: 3,
    type: 'Generic',
  },
  {
    id: 4,
    name: 'Topics',
    preference_hierarchy: 3,
    user_id: 2,
    user_email: 'ben@reader.example',
    application_preference: 2,
    type: 'Entity',
  },
] as const;

/** The preferences of the scenario with their values, as `get-preference` answers them. */
export const composites = [
  { ...preferences[0], generic: [{ id: 1, preference_value: 'daily', schema_version: 1 }], entity: [] },
  {
    ...preferences[1],
    generic: [],
    entity: [
      { id: 1, entity_gid: 'topic_ports' },
      { id: 2, entity_gid: 'topic_dairy' },
    ],
  },
  { ...preferences[2], generic: [{ id: 2, preference_value: 'large', schema_version: null }], entity: [] },
  { ...preferences[3], generic: [], entity: [] },
] as const;

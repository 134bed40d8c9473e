import { createMock, defineScenario, type Scenario, type ScenarioContext } from 'briefs-mock';
import { large, newsroom, scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { naturalRecords } from '../support/natural-records.js';

const MARK = 'zz-extra';

describe('Adding records to a scenario does not change its other records', () => {
  // `large` is slow, so it has its own test in large.test.ts.
  const quick = scenarios.filter((scenario) => scenario !== large);

  it.each(quick)('$name, with an extra record in every table, created before the others', (scenario) => {
    const crowded = (context: ScenarioContext) => {
      addOneOfEach(context);
      scenario.seed(context);
    };
    expectSameBeside(scenario, crowded);
  });

  it.each(quick)('$name, with an extra record in every table, created after the others', (scenario) => {
    const crowded = (context: ScenarioContext) => {
      scenario.seed(context);
      addOneOfEach(context);
    };
    expectSameBeside(scenario, crowded);
  });
});

/** Checks that `seed`, which also creates marked records, leaves the scenario's own ones and their order unchanged. */
function expectSameBeside(scenario: Scenario, seed: Scenario['seed']): void {
  // The newsroom derives each legacy_id from the id of the user.
  const without = scenario === newsroom ? ['legacy_id'] : [];
  const recordsOf = (scenario: Scenario) => naturalRecords(createMock({ scenario, seed: 7 }), without);
  const original = recordsOf(scenario);
  const crowded = recordsOf(defineScenario({ ...scenario, seed }));
  for (const [table, records] of Object.entries(crowded)) {
    const others = records.filter((record) => !record.includes(MARK));
    expect(records.length, `${table}: records that were added`).toBeGreaterThan(others.length);
    expect(others, table).toEqual(original[table]);
  }
}

/** Creates a record in every table that contains the mark or refers to a record that does. */
function addOneOfEach({ data }: ScenarioContext): void {
  const named = { name: MARK, display_name: MARK };
  const client_id = data.client.create({ ...named, short_name: MARK, type: 'company' }).id;
  const email = `${MARK}@mailbox.example`;
  const user_id = data.user.create({ fname: MARK, lname: MARK, email, client_id }).id;
  const application_id = data.application.create({ name: MARK }).id;
  const application_user_id = data.application_user.create({ user_id, application_id, legacy_id: 1 }).id;
  const feature_id = data.feature.create({ app_id: application_id, name: MARK }).id;
  const package_id = data.package.create(named).id;
  data.feature_package.create({ package_id, feature_id });
  data.user_package.create({ user_id, package_id });

  const legacy = data.legacy_preference.create({ name: MARK, slug: MARK });
  data.legacy_user_preference.create({ user_email: email, preference_id: legacy.id, preference_value: {} });
  const preference_hierarchy = data.preference_hierarchy.create({ label: MARK }).id;
  const application_preference = data.application_preference.create({ application_id, preference_label: MARK }).id;
  const choice = { user_id, user_email: email, application_preference, preference_hierarchy };
  data.entity_preference.create({ preference_id: data.preference.create({ ...choice, type: 'Entity' }).id });
  data.generic_preference.create({ preference_id: data.preference.create(choice).id });

  const { id: brief_id, slug: brief_slug } = data.brief.create({ id: MARK, name: MARK, slug: MARK });
  const brief_gid = data.brief_document.create({ gid: MARK, brief_id, date: '2026-03-04' }).gid;
  const article_gid = data.article.create({ brief_gid, title: MARK }).gid;
  data.brief_client.create({ brief_id, client_id });
  data.brief_entitlement.create({ email, brief_slug });
  data.content_entitlement.create({ application_user_id, content_type: 'brief', slug: MARK });
  data.reaction.create({ email, brief_gid, article_gid, liked: true });
  data.bookmark.create({ email, brief_slug, brief_gid, article_gid });
  data.access_token.create({ token: MARK, email });
}

import type { Row } from '../../src/model/tables.js';
import type { ScenarioContext } from '../../src/scenario/scenario-context.js';

type Option = Row<'application_preference'>;
type Owner = Pick<Row<'user'>, 'id' | 'email'>;

/** Functions that create the records of typed preferences. */
export function preferenceParts({ data }: ScenarioContext) {
  const choose = ({ id, email }: Owner, type: Row<'preference'>['type'], option: Option, filed: number | null) =>
    data.preference.create({
      name: option.preference_label,
      preference_hierarchy: filed,
      user_id: id,
      user_email: email,
      application_preference: option.id,
      type,
    }).id;
  return {
    /** Creates an application preference. */
    option(application_id: number, slug: string, label: string, description: string | null): Option {
      return data.application_preference.create({
        application_id,
        preference_slug: slug,
        preference_label: label,
        preference_description: description,
      });
    },
    /** Creates a category, below another one or at the top. */
    file(label: string, description: string | null, parent: number | null = null): number {
      return data.preference_hierarchy.create({ label, description, parent }).id;
    },
    /** Sets a generic preference with any number of values. */
    set(owner: Owner, option: Option, filed: number | null, ...values: readonly (string | null)[]): void {
      const preference_id = choose(owner, 'Generic', option, filed);
      for (const preference_value of values) {
        data.generic_preference.create({ preference_id, preference_value, schema_version: 1 });
      }
    },
    /** Sets an entity preference with any number of gids. */
    follow(owner: Owner, option: Option, filed: number | null, gids: readonly (string | null)[]): void {
      const preference_id = choose(owner, 'Entity', option, filed);
      for (const entity_gid of gids) data.entity_preference.create({ preference_id, entity_gid });
    },
  };
}

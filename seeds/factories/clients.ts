import type { Row } from '../../src/model/tables.js';
import type { ScenarioContext } from '../../src/scenario/scenario-context.js';

type Company = Pick<Row<'client'>, 'name' | 'short_name' | 'display_name'> & Partial<Row<'client'>>;

export type ClientKey = 'acme' | 'northwind' | 'harbourquay' | 'meridian' | 'fieldstone' | 'oldtown';

export const companies: Readonly<Record<ClientKey, Company>> = {
  acme: {
    name: 'Acme Industries plc',
    short_name: 'acme',
    display_name: 'Acme Industries',
    domain: ['acme.example', 'acme-group.example'],
    legacy_id: 2041,
    sf_id: '001Hp00002QxAcmIAF',
  },
  northwind: {
    name: 'Northwind Energy AS',
    short_name: 'northwind',
    display_name: 'Northwind Energy',
    domain: ['northwind.example'],
    legacy_id: 2107,
    sf_id: '001Hp00002RtNwdIAR',
  },
  harbourquay: {
    name: 'Harbour & Quay Logistics Ltd',
    short_name: 'harbourquay',
    display_name: 'Harbour & Quay',
    domain: ['harbourquay.example'],
    legacy_id: 2188,
  },
  meridian: {
    name: 'Meridian Health Group',
    short_name: 'meridian',
    display_name: 'Meridian Health',
    domain: ['meridian.example', 'clinics.meridian.example'],
    sf_id: '001Hp00002ScMrdIAQ',
  },
  // Has no list of domains, so every e-mail is allowed.
  fieldstone: { name: 'Fieldstone Growers', short_name: 'fieldstone', display_name: 'Fieldstone Growers' },
  oldtown: {
    name: 'Old Town Press GmbH',
    short_name: 'oldtown',
    display_name: 'Old Town Press',
    status: 'deleted',
    domain: ['oldtownpress.example'],
    legacy_id: 1313,
  },
};

/** Creates these clients in this order and returns their ids. */
export function seedClients<Key extends ClientKey>(
  { data }: ScenarioContext,
  keys: readonly Key[],
): Readonly<Record<Key, number>> {
  const created = keys.map((key) => [key, data.client.create({ type: 'company', ...companies[key] }).id]);
  return Object.fromEntries(created);
}

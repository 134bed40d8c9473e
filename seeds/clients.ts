import type { ScenarioContext } from '../src/state/scenario.js';

export type ClientKey = 'acme' | 'northwind' | 'harbourquay' | 'meridian' | 'fieldstone' | 'oldtown';

/** Creates the clients; answers their ids. */
export function seedClients({ data }: ScenarioContext): Readonly<Record<ClientKey, number>> {
  const company = (values: Parameters<typeof data.client.create>[0]) =>
    data.client.create({ type: 'company', ...values }).id;
  return {
    acme: company({
      name: 'Acme Industries plc',
      short_name: 'acme',
      display_name: 'Acme Industries',
      domain: ['acme.example', 'acme-group.example'],
      legacy_id: 2041,
      sf_id: '001Hp00002QxAcmIAF',
    }),
    northwind: company({
      name: 'Northwind Energy AS',
      short_name: 'northwind',
      display_name: 'Northwind Energy',
      domain: ['northwind.example'],
      legacy_id: 2107,
      sf_id: '001Hp00002RtNwdIAR',
    }),
    harbourquay: company({
      name: 'Harbour & Quay Logistics Ltd',
      short_name: 'harbourquay',
      display_name: 'Harbour & Quay',
      domain: ['harbourquay.example'],
      legacy_id: 2188,
    }),
    meridian: company({
      name: 'Meridian Health Group',
      short_name: 'meridian',
      display_name: 'Meridian Health',
      domain: ['meridian.example', 'clinics.meridian.example'],
      sf_id: '001Hp00002ScMrdIAQ',
    }),
    // Lists no domains: its users may have any e-mail.
    fieldstone: company({ name: 'Fieldstone Growers', short_name: 'fieldstone', display_name: 'Fieldstone Growers' }),
    oldtown: company({
      name: 'Old Town Press GmbH',
      short_name: 'oldtown',
      display_name: 'Old Town Press',
      status: 'deleted',
      domain: ['oldtownpress.example'],
      legacy_id: 1313,
    }),
  };
}

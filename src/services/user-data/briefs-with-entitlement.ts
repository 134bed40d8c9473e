import type { Row, Tables } from '../../model/tables.js';

export interface BriefWithEntitlement {
  readonly entitlement: Row<'brief_entitlement'>;
  readonly brief: Row<'brief'>;
}

/** The active briefs that a user has a brief entitlement for. */
export function briefsWithEntitlement(email: string, tables: Tables): BriefWithEntitlement[] {
  return tables.brief_entitlement
    .list({ email })
    .map((entitlement) => ({ entitlement, brief: tables.brief.find({ slug: entitlement.brief_slug }) as Row<'brief'> }))
    .filter(({ brief }) => brief.is_active);
}

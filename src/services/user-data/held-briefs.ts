import type { Row, Tables } from '../../model/tables.js';

/** A brief entitlement and the brief that it is for. */
export interface HeldBrief {
  readonly entitlement: Row<'brief_entitlement'>;
  readonly brief: Row<'brief'>;
}

/** The active briefs that a user has a brief entitlement for. */
export function heldBriefs(email: string, tables: Tables): HeldBrief[] {
  return tables.brief_entitlement
    .list({ email })
    .map((entitlement) => ({ entitlement, brief: tables.brief.find({ slug: entitlement.brief_slug }) as Row<'brief'> }))
    .filter(({ brief }) => brief.is_active);
}

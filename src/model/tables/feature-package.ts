import * as z from 'zod';
import { id, referenceId } from '../../foundation/common-schemas.js';
import { type DefaultContext, defineTable, reference, type TablesOf, type TableType } from '../define-table.js';
import { feature } from './feature.js';
import { packageTable } from './package.js';

const columns = { id, package_id: referenceId, feature_id: referenceId, display_order: z.int() };
type OwnTable = TablesOf<TableType<'feature_package', typeof columns>>;

export const featurePackage = defineTable({
  name: 'feature_package',
  columns,
  unique: [['package_id', 'feature_id']],
  references: [reference(packageTable, { package_id: 'id' }), reference(feature, { feature_id: 'id' })],
  indexes: [['package_id', 'display_order']],
  defaults: {
    display_order: ({ tables }: DefaultContext<OwnTable>, { package_id }) =>
      1 + (tables.feature_package.last({ package_id }, 'display_order')?.display_order ?? 0),
  },
});

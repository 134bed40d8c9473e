import * as z from 'zod/mini';
import { id, referenceId } from '../../foundation/common-schemas.js';
import { type DefaultContext, defineTable, reference, type TablesOf, type TableType } from '../define-table.js';
import { feature } from './feature.js';
import { packageTable } from './package.js';

const columns = {
  /** Counts up from 1; generated, and cannot be set. */
  id,
  /** The id of the package. A package contains a feature at most once. */
  package_id: referenceId,
  /** The id of the feature that the package contains. */
  feature_id: referenceId,
  /** The place of the feature in the package. Default: after the last one. */
  display_order: z.int(),
};
type FeaturePackageTable = TablesOf<TableType<'feature_package', typeof columns>>;

export const featurePackage = defineTable({
  name: 'feature_package',
  columns,
  unique: [['package_id', 'feature_id']],
  references: [reference(packageTable, { package_id: 'id' }), reference(feature, { feature_id: 'id' })],
  indexes: [['package_id', 'display_order']],
  defaults: {
    display_order: ({ tables }: DefaultContext<FeaturePackageTable>, { package_id }) =>
      1 + (tables.feature_package.last({ package_id }, 'display_order')?.display_order ?? 0),
  },
});

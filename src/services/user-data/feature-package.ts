import { defineResource } from '../../protocol/resource.js';

export const featurePackageRoutes = defineResource({
  path: '/user-data/v1/feature-package',
  table: 'feature_package',
  noun: 'feature package',
  decisions: ['D2', 'D32', 'D35'],
  columns: ['package_id', 'feature_id', 'display_order'],
});

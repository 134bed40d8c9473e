import type { Plugin } from 'esbuild';

/**
 * Bundles only the registry of prom-client, which writes the text format. Its other modules load OpenTelemetry and several
 * modules of Node for metrics that this package does not have.
 */
const CODE = "exports.Registry = require('prom-client/lib/registry.js');";
const NAME = 'slim-prom-client';

export function slimPromClient(): Plugin {
  return {
    name: NAME,
    setup(build) {
      build.onResolve({ filter: /^prom-client$/ }, ({ path }) => ({ path, namespace: NAME, sideEffects: false }));
      build.onLoad({ filter: /.*/, namespace: NAME }, () => ({ contents: CODE, resolveDir: import.meta.dirname }));
    },
  };
}

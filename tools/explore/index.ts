/**
 * Explores an application in a browser, with the mock as its backend, and reports what goes wrong.
 * @module
 */
export {
  defineConfig,
  type ExploreConfig,
  type Ignored,
  type OwnProperty,
  type OwnPropertyContext,
  property,
} from './config.js';

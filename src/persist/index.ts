export { defaultKey } from './default-key.js';
export { openIndexedDb } from './indexed-db.js';
export { SharedLog } from './shared-log.js';

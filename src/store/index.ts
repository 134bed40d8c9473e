export { Replica } from './replica.js';
export type { Batch, Checkpoint, FoundLog, Settings, StoredBatch, StoreLog } from './store-log.js';

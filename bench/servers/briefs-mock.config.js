import { readers } from '../scenarios/readers.js';

// The name contains the number of users: `--scenario readers-1000`.
// biome-ignore lint/style/noDefaultExport: a config file needs it
export default { scenarios: [100, 1_000, 10_000, 100_000, 1_000_000].map(readers) };

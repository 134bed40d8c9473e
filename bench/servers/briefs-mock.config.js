import { readers } from '../scenarios/readers.js';

// Named by the size that is wanted: `--scenario readers-1000`.
// biome-ignore lint/style/noDefaultExport: that is what a config file has
export default { scenarios: [100, 1_000, 10_000, 100_000, 1_000_000].map(readers) };

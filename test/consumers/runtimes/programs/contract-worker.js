import { runContract } from '../contract.js';

export default { fetch: async () => Response.json(await runContract()) };

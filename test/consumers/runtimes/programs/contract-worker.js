import { runContract } from '../contract.js';
import { compare } from './compare.js';

// Without the MSW handlers: MSW itself does not load in workerd.
export default { fetch: async () => Response.json({ ...(await runContract()), compared: await compare() }) };

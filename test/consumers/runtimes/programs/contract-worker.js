import { runContract } from '../contract.js';
import { compare } from './compare.js';
import { part } from './part.js';

// Without the MSW handlers: MSW itself does not load in workerd.
export default {
  async fetch() {
    return Response.json({ ...(await runContract(part.files)), compared: await compare(part.cases) });
  },
};

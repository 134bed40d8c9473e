import { runContract } from '../contract.js';

console.log(JSON.stringify(await runContract()));

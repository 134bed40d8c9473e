import { runContract } from '../contract.js';

globalThis.runContract = runContract;

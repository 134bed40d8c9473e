// json-server in memory: /brief lists the records in the first argument.
import { createApp } from 'json-server/lib/app.js';
import { Low } from 'lowdb';
import { sayReady } from './stated-answers.js';

/** @type {Record<string, any>} */
const records = { brief: JSON.parse(process.argv[2] ?? '[]') };
const db = new Low({ read: async () => null, write: async () => {} }, records);
const server = createApp(db, { logger: false }).listen(
  0,
  () => {
    sayReady(/** @type {import('node:net').AddressInfo} */ (server.address()));
  },
  '127.0.0.1',
);

// The handlers of @mswjs/data behind @mswjs/http-middleware: /briefs lists the records in the first argument.
import { factory, primaryKey } from '@mswjs/data';
import { createServer } from '@mswjs/http-middleware';
import { sayReady } from './stated-answers.js';

const db = factory({ brief: { slug: primaryKey(String), name: String } });
for (const record of JSON.parse(process.argv[2] ?? '[]')) db.brief.create(record);

const server = createServer(...db.brief.toHandlers('rest')).listen(0, '127.0.0.1', () => {
  sayReady(/** @type {import('node:net').AddressInfo} */ (server.address()));
});

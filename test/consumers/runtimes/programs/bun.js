import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

const mock = createMock({ scenario: newsroom });
const server = Bun.serve({ port: 0, fetch: createFetchHandler(mock) });
console.log(server.url.origin);

import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

const mock = createMock({ scenario: newsroom });
const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, createFetchHandler(mock));
console.log(`http://127.0.0.1:${server.addr.port}`);

import { createMock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

const mock = createMock({ scenario: newsroom });
export default { fetch: createFetchHandler(mock) };

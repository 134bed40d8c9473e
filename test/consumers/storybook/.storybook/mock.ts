import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';

/** Answers the stories. */
export const mock = createMock({ scenario: newsroom });

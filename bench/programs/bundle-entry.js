// What a Storybook or a front-end test bundles: the handlers and a scenario.

export { createMock } from 'briefs-mock';
export { createHandlers } from 'briefs-mock/handlers';
export { newsroom } from 'briefs-mock/seeds';

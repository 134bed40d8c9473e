import { createMock } from 'briefs-mock';

/** The OpenAPI document of all services. A worker of Vitest loads this module once for all its test files. */
export const openapi = await createMock().openapi();

import { createMock, type OpenApiDocument } from 'briefs-mock';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The OpenAPI document of all services, generated once for all test files. */
    openapi: OpenApiDocument;
  }
}

export async function setup(project: TestProject): Promise<void> {
  project.provide('openapi', await createMock().openapi());
}

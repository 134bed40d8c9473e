import { createRequire } from 'node:module';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';

it('a server that was loaded by require() has the tools, which find the documentation', async () => {
  const require = createRequire(import.meta.url);
  const { createMock } = require('briefs-mock');
  const { newsroom } = require('briefs-mock/seeds');
  const { createServer } = require('briefs-mock/server');
  const server = createServer(createMock({ scenario: newsroom }), { port: 0 });
  await server.listen();
  onTestFinished(() => server.close());
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/__mock/mcp`)));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.length).toBe(21);
  const { structuredContent } = await client.callTool({ name: 'read_docs', arguments: { page: 'reference/faults' } });
  expect(structuredContent).toMatchObject({ data: expect.arrayContaining(['# Faults']) });
});

import { completable, ResourceTemplate } from '@modelcontextprotocol/server';
import * as z from 'zod/v4';
import { type ServerPart, toolsPart } from '../../tools/assistant/mcp-server.js';
import { answer, defineTool } from '../../tools/assistant/tool.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
const resource = { type: 'resource' as const, resource: { uri: 'test://some', mimeType: 'text/plain', text: 'some' } };

const reads = { title: 'Test', output: answer, effect: 'reads' as const };
const address = z.object({ street: z.string(), city: z.string() }).meta({ id: 'address' });

/** Tools as the mock's own are defined. */
const plainTools = toolsPart([
  defineTool({
    ...reads,
    name: 'test_simple_text',
    description: 'Answers a text',
    input: z.strictObject({}),
    handle: async () => ({ answer: 'This is a simple text response for testing.' }),
  }),
  defineTool({
    ...reads,
    name: 'test_error_handling',
    description: 'Fails',
    input: z.strictObject({}),
    handle: async () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  }),
  defineTool({
    ...reads,
    name: 'json_schema_2020_12_tool',
    description: 'Has a schema with a definition',
    input: z.strictObject({ name: z.string().optional(), address: address.optional() }),
    handle: async () => ({}),
  }),
]);

/** Tools that answer what none of the mock's own does. */
const richTools: ServerPart = (server) => {
  const add = (name: string, ...content: (typeof image | typeof resource | ReturnType<typeof text>)[]) =>
    server.registerTool(name, { description: 'Answers content' }, () => ({ content }));
  add('test_image_content', image);
  add('test_embedded_resource', resource);
  add('test_multiple_content_types', text('several'), image, resource);
  server.registerTool('test_audio_content', { description: 'Answers a sound' }, () => ({
    content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }],
  }));
  server.registerTool('test_tool_with_logging', { description: 'Logs' }, async (context) => {
    for (const entry of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await context.mcpReq.log('info', entry);
    }
    return { content: [text('done')] };
  });
  server.registerTool('test_tool_with_progress', { description: 'Reports progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken as string, progress, total: 100 };
      await mcpReq.notify({ method: 'notifications/progress', params });
    }
    return { content: [text('done')] };
  });
};

const resources: ServerPart = (server) => {
  const described = { description: 'A test' };
  server.registerResource('text', 'test://static-text', { ...described, mimeType: 'text/plain' }, ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }));
  server.registerResource(
    'binary',
    'test://static-binary',
    { ...described, mimeType: 'image/png' },
    ({ href: uri }) => ({
      contents: [{ uri, mimeType: 'image/png', blob: PIXEL }],
    }),
  );
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, described, ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
  }));
};

const prompts: ServerPart = (server) => {
  const said = (...contents: (typeof image | typeof resource | ReturnType<typeof text>)[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'A text' }, () => said(text('This is a simple prompt.')));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'A text with two arguments',
      argsSchema: z.object({ arg1: completable(z.string(), () => ['test']), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'A resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) =>
      said({ ...resource, resource: { ...resource.resource, uri } }, text('Please process it.')),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'An image' }, () => said(image, text('Look at it.')));
};

const logging: ServerPart = ({ server }) => server.registerCapabilities({ logging: {} });

/** The tools, resources and prompts that the protocol's conformance suite calls by their names. */
export const conformanceParts: readonly ServerPart[] = [logging, plainTools, richTools, resources, prompts];

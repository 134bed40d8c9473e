import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { MockError, malformed } from '../../src/foundation/mock-error.js';
import { docPage, docPages, titleOf } from './docs.js';
import { CallRefused, DEFAULT_SESSION, type MockClient, type ToolData } from './mock-client.js';
import type { Tool } from './tool.js';
import { parseInput, run, toolNamed } from './tools.js';

const json = 'application/json';
const markdown = 'text/markdown';

/** Adds what can be read as a resource. Each is reachable by a tool too: read_docs, routes, trace, snapshot. */
export function addResources(server: McpServer, api: MockClient): void {
  const jsonOf = (uri: URL, path: string, session?: string) =>
    contentsOf(uri, json, async () => textOf(await api.forUse().control({ path, session })));
  const pageAt = (uri: URL, page: string) => contentsOf(uri, markdown, async () => docPage(page));
  const list = () => {
    const resources = docPages().map((page) => {
      return { uri: `mock://docs/${page}`, name: page, description: titleOf(page), mimeType: markdown };
    });
    return { resources };
  };
  const docs = new ResourceTemplate('mock://docs/{+page}', { list });
  server.registerResource('docs', docs, about('A page of the documentation', markdown), (uri, { page }) =>
    pageAt(uri, `${page}`),
  );
  const decisions = about('What the mock does where the specifications say nothing', markdown);
  server.registerResource('decisions', 'mock://decisions', decisions, (uri) =>
    pageAt(uri, 'reference/unspecified-behavior'),
  );
  const openapi = about('The OpenAPI document of the three APIs', json);
  server.registerResource('openapi', 'mock://openapi', openapi, (uri) => jsonOf(uri, '/openapi.json', DEFAULT_SESSION));
  const trace = about('What happened in your session, for briefs-mock replay', json);
  server.registerResource('trace', 'mock://trace', trace, (uri) => jsonOf(uri, '/trace'));
  const snapshot = about('All records of your session, now', json);
  server.registerResource('snapshot', 'mock://snapshot', snapshot, (uri) => jsonOf(uri, '/snapshot'));
  server.registerResource(
    'snapshots',
    new ResourceTemplate('mock://snapshots/{name}', { list: undefined }),
    about('All records of a state of your session that was kept', json),
    (uri, { name }) => jsonOf(uri, `/snapshots/${encodeURIComponent(`${name}`)}`),
  );
  server.registerResource(
    'results',
    new ResourceTemplate('mock://results/{tool}/{input}', { list: undefined }),
    about('The whole result of a tool that changes nothing; the text of a long result names it', json),
    (uri, { tool, input }) =>
      contentsOf(uri, json, async () => textOf(await resultOf(`${tool}`, `${input}`, api.forUse()))),
  );
}

/** The address of the whole result of a tool that changes nothing. */
export function resultUri({ name, effect }: Tool, input: object): string | undefined {
  return effect === 'reads' ? `mock://results/${name}/${encodeURIComponent(JSON.stringify(input))}` : undefined;
}

/** The result of such a tool. @throws MockError for any other tool, because to read a resource must not change anything */
async function resultOf(name: string, input: string, api: MockClient): Promise<ToolData> {
  const tool = toolNamed(name);
  if (tool.effect !== 'reads')
    throw malformed(`a result of ${name} cannot be read again, because the tool changes something`);
  return run(tool, parseInput(tool, inputIn(input)), api);
}

function inputIn(encoded: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(encoded));
  } catch {
    throw malformed(
      'the last part of the address must be the input of the tool, as JSON, encoded like a part of a URL',
    );
  }
}

/** @throws ResourceNotFoundError if there is no such resource */
async function contentsOf({ href }: URL, mimeType: string, read: () => Promise<string>) {
  try {
    return { contents: [{ uri: href, mimeType, text: await read() }] };
  } catch (error) {
    const isMissing = error instanceof CallRefused ? error.isMissing : error instanceof MockError;
    throw isMissing ? new ResourceNotFoundError(href, (error as Error).message) : error;
  }
}

const textOf = (value: ToolData) => JSON.stringify(value, null, 1);

function about(description: string, mimeType: string) {
  return { description, mimeType };
}

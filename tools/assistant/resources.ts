import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { docPage, docPages, titleOf } from './docs.js';
import { DEFAULT_SESSION, type MockClient, type ToolData } from './mock-client.js';
import type { Tool } from './tool.js';
import { parseInput, run, toolNamed } from './tools.js';

const json = 'application/json';
const markdown = 'text/markdown';

/** Adds what can be read as a resource. Each is reachable by a tool too: read_docs, routes, trace, snapshot. */
export function addResources(server: McpServer, api: MockClient): void {
  const jsonOf = async (uri: URL, path: string, session?: string) =>
    jsonContents(uri, await api.control({ path, session }));
  const pageAt = (uri: URL, page: string) => {
    return { contents: [{ uri: uri.href, mimeType: markdown, text: docPage(page) }] };
  };
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
    async (uri, { tool, input }) => jsonContents(uri, await resultOf(`${tool}`, decodeURIComponent(`${input}`), api)),
  );
}

/** The address of the whole result of a tool that changes nothing. */
export function resultUri({ name, effect }: Tool, input: object): string | undefined {
  return effect === 'reads' ? `mock://results/${name}/${encodeURIComponent(JSON.stringify(input))}` : undefined;
}

/** The result of such a tool. @throws Error for any other tool, because to read a resource must not change anything */
async function resultOf(name: string, input: string, api: MockClient): Promise<ToolData> {
  const tool = toolNamed(name);
  if (tool.effect !== 'reads')
    throw new Error(`a result of ${name} cannot be read again, because the tool changes something`);
  return run(tool, parseInput(tool, JSON.parse(input)), api);
}

function jsonContents({ href }: URL, value: ToolData) {
  return { contents: [{ uri: href, mimeType: json, text: JSON.stringify(value, null, 1) }] };
}

function about(description: string, mimeType: string) {
  return { description, mimeType };
}

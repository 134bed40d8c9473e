import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { docPage, docPages } from './docs.js';
import { DEFAULT_SESSION, type MockClient } from './mock-client.js';

const json = 'application/json';
const markdown = 'text/markdown';

/** Adds what can be read as a resource. Each is reachable by a tool too: read_docs, routes, trace, snapshot. */
export function addResources(server: McpServer, api: MockClient): void {
  const jsonOf = async (uri: URL, path: string, session?: string) => {
    return {
      contents: [
        { uri: uri.href, mimeType: json, text: JSON.stringify(await api.control({ path, session }), null, 1) },
      ],
    };
  };
  const pageAt = (uri: URL, page: string) => {
    return { contents: [{ uri: uri.href, mimeType: markdown, text: docPage(page) }] };
  };
  const list = () => {
    return { resources: docPages().map((page) => ({ uri: `mock://docs/${page}`, name: page, mimeType: markdown })) };
  };
  server.registerResource(
    'docs',
    new ResourceTemplate('mock://docs/{+page}', { list }),
    { mimeType: markdown },
    (uri, { page }) => pageAt(uri, `${page}`),
  );
  server.registerResource('decisions', 'mock://decisions', { mimeType: markdown }, (uri) =>
    pageAt(uri, 'reference/unspecified-behavior'),
  );
  server.registerResource('openapi', 'mock://openapi', { mimeType: json }, (uri) =>
    jsonOf(uri, '/openapi.json', DEFAULT_SESSION),
  );
  server.registerResource('trace', 'mock://trace', { mimeType: json }, (uri) => jsonOf(uri, '/trace'));
  server.registerResource('snapshot', 'mock://snapshot', { mimeType: json }, (uri) => jsonOf(uri, '/snapshot'));
  server.registerResource(
    'snapshots',
    new ResourceTemplate('mock://snapshots/{name}', { list: undefined }),
    { mimeType: json },
    (uri, { name }) => jsonOf(uri, `/snapshots/${encodeURIComponent(`${name}`)}`),
  );
}

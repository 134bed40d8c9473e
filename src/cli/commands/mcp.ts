import { serveAssistant } from '../../../tools/assistant/index.js';
import { version } from '../../foundation/version.js';
import { parseBaseUrl } from '../../mock/base-url.js';
import { loadConfig } from '../config.js';
import { makeMock } from '../configured-mock.js';

export interface McpFlags {
  url?: string;
  controlToken?: string;
  scenario?: string;
  seed?: number;
  config?: string;
}

/** Serves the tools for assistants, for a mock of its own or a running server. */
export async function mcp({ url, controlToken, config: file, ...flags }: McpFlags): Promise<void> {
  if (process.stdin.isTTY) {
    process.stdout.write(configurationText(process.argv.slice(3)));
    return;
  }
  if (url !== undefined) {
    const base = parseBaseUrl(url, '--url').href;
    return serveAssistant({ send: (path, init) => fetchFrom(base, path, init), controlToken, version });
  }
  const mock = await makeMock(flags, await loadConfig(file));
  const base = mock.baseUrl ?? '';
  return serveAssistant({ send: (path, init) => mock.fetch(`${base}${path}`, init), version });
}

/** What a client needs to start this command. */
function configurationText(flags: readonly string[]): string {
  const server = { command: 'npx', args: ['briefs-mock', 'mcp', ...flags] };
  return `${JSON.stringify({ mcpServers: { 'briefs-mock': server } }, null, 2)}\n`;
}

async function fetchFrom(base: string, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(base + path, init);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
    throw new Error(
      `no server answers at ${base}${code === undefined ? '' : ` (${code})`}; start it with npx briefs-mock`,
    );
  }
}

import { serveAssistant } from '../../../tools/assistant/index.js';
import { version } from '../../foundation/version.js';
import { type AssistantFlags, mockOf } from '../assistant-mock.js';

export interface McpFlags extends AssistantFlags {
  slim?: boolean;
}

/** Serves the tools for assistants, for a mock of its own or a running server. */
export async function mcp({ slim, ...flags }: McpFlags): Promise<void> {
  if (process.stdin.isTTY) {
    process.stdout.write(configurationText(process.argv.slice(3)));
    return;
  }
  await serveAssistant(await mockOf(flags), { version, slim });
}

/** What a client needs to start this command. */
function configurationText(flags: readonly string[]): string {
  const server = { command: 'npx', args: ['briefs-mock', 'mcp', ...flags] };
  return `${JSON.stringify({ mcpServers: { 'briefs-mock': server } }, null, 2)}\n`;
}

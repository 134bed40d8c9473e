import { serveAssistant } from '../../../tools/assistant/index.js';
import { version } from '../../foundation/version.js';
import { type AssistantFlags, mockOf } from '../assistant-mock.js';
import { assistantServer } from '../assistant-server.js';
import type { FlagsOf } from '../flags.js';

type McpFlags = AssistantFlags & FlagsOf<'mcp'>;

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
  return `${JSON.stringify({ mcpServers: { 'briefs-mock': assistantServer(flags) } }, null, 2)}\n`;
}

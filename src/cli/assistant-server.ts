/** How a client starts the tools for assistants, as it stands in the configuration of the client. */
export interface AssistantServer {
  readonly command: string;
  readonly args: readonly string[];
}

/** What starts `briefs-mock mcp` with these flags. */
export function assistantServer(flags: readonly string[]): AssistantServer {
  return { command: 'npx', args: ['briefs-mock', 'mcp', ...flags] };
}

/** What starts `briefs-mock mcp` with these flags, as it stands in the configuration of a client. */
export function assistantServer(flags: readonly string[]) {
  return { command: 'npx', args: ['briefs-mock', 'mcp', ...flags] };
}

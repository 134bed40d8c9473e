/** The folder for the traces of all tests, if `briefs-mock impact --run` runs them. An empty variable counts as not set. */
export function givenTraces(): string | undefined {
  // biome-ignore lint/style/noProcessEnv: the command passes it this way.
  return process.env.BRIEFS_MOCK_TRACES || undefined;
}

/** A part of a name that no process has used before. No answer of the mock depends on it. */
export function uniqueName(): string {
  // biome-ignore lint/plugin: it must differ between runs.
  return crypto.randomUUID();
}

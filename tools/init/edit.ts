/** A file as it will be. */
export interface Edit {
  readonly file: string;
  /** Undefined if the file is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The edit that gives a file a text, with the line ends that the file has. */
export function editOf(file: string, before: string | undefined, text: string): Edit {
  return { file, before, after: before?.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text };
}

/** A value as JSON, indented as the text that it replaces. */
export function jsonLike(before: string | undefined, value: unknown): string {
  const indentation = /^[ \t]+(?=")/m.exec(before ?? '')?.[0] ?? '  ';
  const end = before === undefined || before.endsWith('\n') ? '\n' : '';
  return JSON.stringify(value, null, indentation) + end;
}

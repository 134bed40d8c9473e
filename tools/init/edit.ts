/** A file as it will be. */
export interface Edit {
  readonly file: string;
  /** Undefined if the file is new. */
  readonly before: string | undefined;
  readonly after: string;
}

/** The edit that gives a file a text, with the line ends that all lines of the file have. */
export function editOf(file: string, before: string | undefined, text: string): Edit {
  const isOfWindows = before?.includes('\r\n') && !/(?<!\r)\n/.test(before);
  return { file, before, after: isOfWindows ? text.replace(/\r?\n/g, '\r\n') : text };
}

/** A value as JSON, indented as the text that it replaces, and with its byte order mark. */
export function jsonLike(before: string | undefined, value: unknown): string {
  const indentation = /^[ \t]+(?=")/m.exec(before ?? '')?.[0] ?? '  ';
  const end = before === undefined || before.endsWith('\n') ? '\n' : '';
  const mark = before?.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + JSON.stringify(value, null, indentation) + end;
}

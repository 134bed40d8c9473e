/** The value of a text that is JSON; otherwise another one. */
export function parseJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** A text without the byte order mark that some tools write at the start of a file. */
export function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

/** What a parser of JSON says is wrong with a text. Its own message ends with a part of the text, which may have secrets. */
export function jsonProblem({ message }: Error): string {
  return message.replace(/,? (?:\.{3})?".*"(?:\.{3})?(?: is not valid JSON)?$/s, '');
}

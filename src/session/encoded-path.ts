/** A path of the journal as it stands in a URL. It is decoded, except for escapes of reserved characters, which stay as they are. */
export function encodedPath(path: string): string {
  return encodeURI(path).replaceAll('%25', '%');
}

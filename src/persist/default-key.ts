/**
 * The key of an application that gives none: the folder that this code is loaded from, which differs for applications at
 * different paths of an origin and stays the same when their files get new names, and the base URL of its mock. It does not
 * contain the address of the page, because one application has many pages.
 */
export function defaultKey(baseUrl = ''): string {
  // Some bundlers leave nothing of it.
  const script: string = import.meta.url ?? '';
  const folder = script.slice(0, script.lastIndexOf('/') + 1);
  return `${folder} ${baseUrl}`;
}

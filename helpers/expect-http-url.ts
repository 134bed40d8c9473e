/** @throws Error for another text; `name` says what it is. */
export function expectHttpUrl(name: string, url: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new Error(`${name} must be an http(s) URL, such as http://127.0.0.1:4010, but is ${JSON.stringify(url)}`);
}

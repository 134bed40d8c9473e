/** Sends a call of the control API. @throws Error if no server answers, or if it answers an error */
export async function call<Answer>(
  url: string,
  method: string,
  authorization: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', ...authorization };
  const response = await fetch(url, { method, headers, ...json }).catch((error: Error) => {
    const start = 'Start one for the tests, such as with `briefs-mock exec -- npx playwright test`';
    const address = 'or set `mockServer` to the address of a running one';
    throw new Error(`No briefs-mock answers at ${new URL(url).origin}. ${start}, ${address}.`, { cause: error });
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer as Answer;
  const message = answer?.error?.message ?? 'the server is not a briefs-mock';
  throw new Error(`${method} ${url} was answered with status ${response.status}: ${message}`);
}

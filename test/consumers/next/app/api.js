/** Calls the brief service: the page at its own origin, and the server at that of `API_URL`. */
export async function call(path, method = 'GET') {
  const origin = typeof window === 'undefined' ? process.env.API_URL : '';
  const headers = { authorization: 'Bearer alice-token' };
  const response = await fetch(`${origin}/api/mock/public-api/v1${path}`, { method, headers, cache: 'no-store' });
  return (await response.json()).data;
}

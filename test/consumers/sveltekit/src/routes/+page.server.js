// In development the mock answers, and otherwise the service.
const base = process.env.BRIEFS_MOCK_URL ?? 'https://api.example.com';

export async function load({ fetch }) {
  const { data } = await (await fetch(`${base}/public-api/v1/bookmark/article`)).json();
  return { titles: data.map(({ title }) => title) };
}

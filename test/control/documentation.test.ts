import { readFileSync } from 'node:fs';
import { routes } from 'briefs-mock/schemas';
import { expect, it } from 'vitest';

const document = readFileSync(new URL('../../docs/reference/control-api.md', import.meta.url), 'utf8');

it('docs/reference/control-api.md lists exactly the routes of the control API', () => {
  const listed = [...document.matchAll(/^\| `([A-Z]+ \/__mock\S*)` \|/gm)].map(([, route]) => route);
  const known = Object.keys(routes).filter((route) => route.includes(' /__mock'));
  expect(listed.sort()).toEqual(known.sort());
});

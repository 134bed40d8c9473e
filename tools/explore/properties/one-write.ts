import type { Observation, Property } from '../property.js';
import { isRead, type PageCall, withoutQuery } from '../traffic.js';
import { quoted } from '../written/code.js';

/** Whether a person could see the answer to the first write when the second was sent. */
function isDouble(first: PageCall, second: PageCall, { since }: Observation): boolean {
  if (first.method !== second.method || first.path !== second.path || first.body !== second.body) return false;
  if (first.network === 'abort' || typeof first.network === 'object') return false;
  const [one, other] = [first, second].map((call) => since.find(({ number }) => number === call.step)?.step);
  if (one === undefined || other === undefined) return false;
  if (one === other) return true;
  const isSame = 'target' in one && 'target' in other && JSON.stringify(one.target) === JSON.stringify(other.target);
  return isSame && (first.network === 'hold' || first.network === 'slow');
}

export const oneWrite: Property = {
  name: 'one-write',
  title: 'One action sends one write',
  check(observation) {
    const writes = observation.calls.filter((call) => !isRead(call));
    for (const [i, second] of writes.entries()) {
      const first = writes.slice(0, i).find((call) => isDouble(call, second, observation));
      if (first === undefined) continue;
      const { method, route } = second;
      const path = withoutQuery(second.path);
      const at = route ?? path;
      const filter = `({ method, path }) => method === ${quoted(method)} && path === ${quoted(path)}`;
      return [
        {
          key: `${method} ${at}`,
          sentence: `the page sends ${method} ${at} twice`,
          // One action may rightly send several writes that differ.
          assertion: [
            `const writes = (await mock.requests()).filter(${filter});`,
            'const contents = writes.map(({ query, request }) => JSON.stringify([query, request?.body]));',
            'expect(contents).toEqual([...new Set(contents)]);',
          ],
          needs: 'requests',
        },
      ];
    }
    return [];
  },
};

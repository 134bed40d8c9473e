import type { Observation, Property } from '../property.js';
import { isRead, type PageCall, withoutQuery } from '../traffic.js';
import { quoted } from '../written/code.js';

/** What no page should get as an answer, whatever the records are. */
const ALWAYS = new Set([400, 405, 406, 411, 415, 422]);

function isWrong(call: PageCall, { allCalls, all }: Observation): boolean {
  const { status, network, route, path, number } = call;
  if (typeof network === 'object' || network === 'abort' || path.startsWith('/__mock')) return false;
  if (route === null) return status >= 400;
  // What a person typed may be wrong: that is for the page to say.
  const isTyped = all.some(({ step }) => step.do === 'fill' && step.wrong === true);
  if (ALWAYS.has(status)) return !(isTyped && !isRead(call) && (status === 400 || status === 422));
  // A record that a page reads may be gone, or closed to this person: that is for the page to say.
  if (isRead(call)) return false;
  // What is gone, or taken, may have been there when the page asked last.
  const others = all.some(({ step }) => step.do === 'other');
  const changed = allCalls.some((one) => one.number < number && !isRead(one) && one.status < 300);
  return (status === 404 || status === 403) && !others && !changed;
}

export const contract: Property = {
  name: 'contract',
  title: 'The contract is kept',
  check(observation) {
    const wrong = observation.calls.filter((call) => isWrong(call, observation));
    return wrong.slice(0, 1).map(({ method, route, path, status, reason }) => {
      const at = route ?? withoutQuery(path);
      const where = route === null ? 'path' : 'route';
      const test = `method === ${quoted(method)} && ${where} === ${quoted(at)} && status === ${status}`;
      const filter = `({ method, ${where}, status }) => ${test}`;
      return {
        key: `${method} ${at} ${status}`,
        sentence: `${method} ${at} is refused with ${status}${reason === undefined ? '' : `: ${reason}`}`,
        assertion: [`expect((await mock.requests()).filter(${filter})).toEqual([]);`],
        needs: 'requests',
      };
    });
  },
};

import { isMessage, shown, textOf, timesIn, without } from '../line.js';
import type { Observation, Property, Violation } from '../property.js';
import { expectLine } from '../written/code.js';

/** What a page says to somebody whose token has expired. */
const ENDED =
  /sign(ed)?[ -]?(in|out)|log(ged)?[ -]?(in|out)|session|expired|unauthori[sz]ed|not allowed|again|\b401\b/i;

function silence({ calls, look, since }: Observation): Violation[] {
  const refused = calls.filter(({ status, network }) => status === 401 && network === 'ok');
  const first = since.find(({ number }) => number === refused[0]?.step);
  const [call] = refused;
  if (first === undefined || call === undefined) return [];
  if (first.before.url !== look.url && /log-?in|sign-?in|auth/i.test(look.url)) return [];
  if (
    look.lines.some((line) => ENDED.test(shown(line)) && (isMessage(line) || !first.before.text.includes(textOf(line))))
  )
    return [];
  return [
    {
      key: 'token',
      sentence: `${call.method} ${call.route ?? call.path} is answered with 401, and the page says nothing about it`,
      assertion: [`await expect(page.getByText(${ENDED}).first()).toBeVisible();`],
    },
  ];
}

const DAY = 86_400_000;

/** What a new day changes for a new page, it must change on this one. */
async function yesterday({ since, look, fresh, mock, calls }: Observation): Promise<Violation[]> {
  const last = since.at(-1);
  if (last?.step.do !== 'advance' || since.length > 1 || calls.some(({ status }) => status >= 400 || status === 0))
    return [];
  const { mockBefore, before } = last;
  if (Math.floor(mockBefore.clock.now / DAY) === Math.floor(mock.clock.now / DAY)) return [];
  const [then, now] = [await fresh(mockBefore), await fresh(mock)];
  const gone = without(then.lines, now.lines).filter((line) => !isMessage(line) && shown(line) !== '');
  const stale = gone.find(
    (line) => timesIn(before.lines, line) > 0 && timesIn(look.lines, line) > timesIn(now.lines, line),
  );
  if (stale === undefined) return [];
  return [
    {
      key: 'midnight',
      sentence: `at midnight, the page still shows ${textOf(stale)}, but after a reload it does not`,
      assertion: expectLine(stale, timesIn(now.lines, stale), [...look.lines, ...now.lines]),
    },
  ];
}

export const endsOfTime: Property = {
  name: 'ends-of-time',
  title: 'An expired token and a new day are noticed',
  async check(observation) {
    if (!observation.isAtRest) return [];
    const found = silence(observation);
    return found.length > 0 ? found : yesterday(observation);
  },
};

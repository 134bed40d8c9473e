import { isField, isMessage, type Line, shown, textOf, timesIn, without } from '../line.js';
import { draftsOf } from '../look.js';
import { isTroubled, type Observation, type Property, type Violation } from '../property.js';
import { isRead } from '../traffic.js';
import { countCode, expectLine } from '../written/code.js';

const isData = (line: Line) => !isMessage(line) && !isField(line) && shown(line) !== '' && line.role !== 'option';

function violation(key: string, why: string, line: Line, isMissing: boolean, assertion: readonly string[]): Violation {
  const says = isMissing ? `the page does not show ${textOf(line)}` : `the page still shows ${textOf(line)}`;
  return { key, sentence: `${why} ${says}, but after a reload it ${isMissing ? 'does' : 'does not'}`, assertion };
}

/** What a write changes for a new page, it must change on this one, too. */
async function staleAfterWrite({ since, calls, look, fresh, mock }: Observation): Promise<Violation[]> {
  const written = calls.filter((call) => !isRead(call) && call.status < 300 && call.network !== 'abort');
  const first = since.find(({ number }) => number === written[0]?.step);
  const [call] = written;
  if (first === undefined || call === undefined || call.isAbandoned) return [];
  const [before, after] = [await fresh(first.mockBefore), await fresh(mock)];
  const gone = without(before.lines, after.lines).filter(isData);
  const come = without(after.lines, before.lines).filter(isData);
  // Saving and removing are two sides of one list.
  const key = call.route ?? call.path;
  const act = `${call.method} ${key}`;
  const stale = gone.find(
    (line) => timesIn(look.lines, line) > timesIn(after.lines, line) && timesIn(first.before.lines, line) > 0,
  );
  const found = (line: Line, isMissing: boolean) => {
    const assertion = expectLine(line, timesIn(after.lines, line), [...look.lines, ...after.lines]);
    return [violation(key, `after ${act},`, line, isMissing, assertion)];
  };
  if (stale !== undefined) return found(stale, false);
  // A filter, or a form that is open, may leave out what has come.
  const isSamePage =
    draftsOf(look) === draftsOf(after) && without(before.lines, first.before.lines).filter(isData).length === 0;
  const missing = isSamePage ? come.find((line) => timesIn(look.lines, line) < timesIn(after.lines, line)) : undefined;
  return missing === undefined ? [] : found(missing, true);
}

/** An address that a page has set must say what the page shows. */
async function unlikeAddress({ since, look, fresh, mock, all, allCalls }: Observation): Promise<Violation[]> {
  const last = since.at(-1);
  if (last === undefined || since.length > 1 || last.before.url === look.url || draftsOf(look) !== '') return [];
  // What was written before may be missing, which is another finding; and what others did meanwhile, a page need not know.
  if (allCalls.some((call) => !isRead(call))) return [];
  if (all.some(({ step }) => step.do === 'other' || step.do === 'advance')) return [];
  const after = await fresh(mock);
  if (draftsOf(after) !== '') return [];
  const isView = (line: Line) => isData(line) && !['textbox', 'checkbox', 'radio', 'combobox'].includes(line.role);
  const extra = without(look.lines, after.lines).find(isView);
  const missing = without(after.lines, look.lines).find(isView);
  const line = missing ?? extra;
  if (line === undefined) return [];
  const kind = last.step.do === 'back' ? 'back' : 'address';
  const why = last.step.do === 'back' ? 'going back changes the address, and' : 'the address has changed, and';
  // Either may be wrong: what the page shows, or what its address leads to.
  const assertion = [
    `const shown = () => ${countCode(line, [...look.lines, ...after.lines])};`,
    'const count = await shown();',
    'await page.reload();',
    'await quiet();',
    'await expect.poll(shown).toBe(count);',
  ];
  return [violation(kind, why, line, line === missing, assertion)];
}

export const asReloaded: Property = {
  name: 'as-reloaded',
  title: 'The page says what a reload would say',
  async check(observation) {
    const { isAtRest, calls } = observation;
    if (!isAtRest || isTroubled(calls) || calls.some(({ status }) => status >= 400 || status === 0)) return [];
    const stale = await staleAfterWrite(observation);
    return stale.length > 0 ? stale : unlikeAddress(observation);
  },
};

import { isMessage, type Line, shown, textOf, timesIn, without } from '../line.js';
import type { Property } from '../property.js';
import { isRead, type PageCall } from '../traffic.js';
import { expectLine } from '../written/code.js';

const isRefused = (call: PageCall) =>
  !isRead(call) && (call.status >= 400 || call.network === 'abort') && !call.isAbandoned;

/** What a page may offer beside its message. */
const OFFER = /retry|try again|dismiss|close|ok|sign in|log in|undo|again/i;

/** Whether a new line may be the message, rather than data that was never saved. */
function mayBeMessage(line: Line): boolean {
  if (isMessage(line)) return true;
  if (line.role === 'button' || line.role === 'link') return OFFER.test(line.name) && line.states.length === 0;
  return ['text', 'paragraph', 'dialog', 'list', 'listitem', 'strong', 'generic'].includes(line.role);
}

/** What waits may be disabled for a while, which is not data. */
const enabled = (lines: readonly Line[]) =>
  lines.map((line) => ({ ...line, states: line.states.filter((state) => state !== 'disabled') }));

export const refusedWrite: Property = {
  name: 'refused-write',
  title: 'A refused write leaves no trace',
  async check({ isAtRest, since, calls, look, fresh, mock }) {
    const refused = calls.filter(isRefused);
    const first = since.find(({ number }) => number === refused[0]?.step);
    const writes = calls.filter((call) => !isRead(call));
    // With other writes in between, the page may well be another one.
    if (!isAtRest || first === undefined || writes.length > 1 || since.some(({ step }) => step.do === 'other'))
      return [];
    // To somebody who is no longer signed in, a reload shows nothing.
    if (calls.some(({ status }) => status === 401)) return [];
    // What could not be read again may be missing.
    if (calls.some((call) => isRead(call) && (call.status >= 400 || call.status === 0 || call.network === 'malformed')))
      return [];
    const reload = enabled((await fresh(mock)).lines);
    const [before, after] = [enabled(first.before.lines), enabled(look.lines)];
    const added = without(without(after, before), reload).filter((line) => !mayBeMessage(line));
    const kept = before.filter((line) => timesIn(reload, line) > 0);
    const lost = without(kept, after).filter((line) => !isMessage(line) && shown(line) !== '');
    const wrong = added[0] ?? lost[0];
    const [call] = refused;
    if (wrong === undefined || call === undefined) return [];
    const at = `${call.method} ${call.route ?? call.path}`;
    const isAdded = wrong === added[0];
    return [
      {
        key: at,
        sentence: isAdded
          ? `${at} is refused, and the page shows ${textOf(wrong)} all the same`
          : `${at} is refused, and the page no longer shows ${textOf(wrong)}`,
        assertion: expectLine(wrong, timesIn(before, wrong), [...before, ...after]),
      },
    ];
  },
};

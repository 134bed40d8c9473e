import { isMessage, textOf, timesIn, without } from '../line.js';
import { isTroubled, type Property } from '../property.js';
import { stateOf } from '../state-text.js';
import { isRead, type PageCall } from '../traffic.js';
import { expectLine } from '../written/code.js';

/** The first request whose answer was overtaken by another answer to a later one. */
function overtaken(calls: readonly PageCall[]): PageCall | undefined {
  const isEqual = (one: PageCall, other: PageCall) =>
    isRead(one) && one.path === other.path && one.answer?.body === other.answer?.body;
  return calls.find((call) =>
    calls.some(
      (other) =>
        other.number > call.number &&
        (other.sent ?? 0) < (call.sent ?? 0) &&
        !call.isAbandoned &&
        !isEqual(call, other),
    ),
  );
}

export const anyOrder: Property = {
  name: 'any-order',
  title: 'The order of answers does not matter',
  async check({ isAtRest, since, calls, allCalls, look, mock, all, inOrder }) {
    const late = isAtRest && since.length > 1 ? overtaken(calls) : undefined;
    if (late === undefined || isTroubled(allCalls)) return [];
    const other = await inOrder();
    const writes = allCalls
      .filter((call) => !isRead(call))
      .map(({ method, path, body }) => `${method} ${path} ${body}`);
    // Only if the same has happened otherwise.
    const isSame = other !== undefined && other.done === all.length && other.state === stateOf(mock);
    if (!isSame || other.writes.join('\n') !== writes.sort().join('\n') || other.look.url !== look.url) return [];
    const extra = without(look.lines, other.look.lines).find((line) => !isMessage(line));
    const missing = without(other.look.lines, look.lines).find((line) => !isMessage(line));
    const line = extra ?? missing;
    if (line === undefined) return [];
    const at = `${late.method} ${late.route ?? late.path}`;
    const says = line === extra ? `shows ${textOf(line)}` : `does not show ${textOf(line)}`;
    return [
      {
        key: at,
        sentence: `the answer to ${at} arrives late, and the page ${says}, unlike when it arrives in time`,
        assertion: expectLine(line, timesIn(other.look.lines, line), [...look.lines, ...other.look.lines]),
      },
    ];
  },
};

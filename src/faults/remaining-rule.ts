import { type FaultRule, timesOf } from './fault-rule.js';

/** A rule as it would be added after it has applied to `hits` requests and left out `skipped`; undefined if it is used up. */
export function remainingRule(rule: FaultRule, hits: number, skipped: number): FaultRule | undefined {
  const times = timesOf(rule);
  if (hits >= times) return undefined;
  const { skip = 0, ...rest } = rule;
  const { status, answers } = rest;
  const next = <Item>(list: readonly Item[]) => [
    ...list.slice(hits % list.length),
    ...list.slice(0, hits % list.length),
  ];
  return {
    ...rest,
    ...(skip > skipped && { skip: skip - skipped }),
    ...(status !== undefined && { status: Array.isArray(status) ? next(status) : status }),
    ...(answers !== undefined && { answers: next(answers) }),
    ...(hits > 0 && Number.isFinite(times) && { times: times - hits }),
  };
}

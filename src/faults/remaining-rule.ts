import { type FaultRule, timesOf } from './fault-rule.js';

/** A rule as it would be added after it has applied to `hits` requests; undefined if it is used up. */
export function remainingRule(rule: FaultRule, hits: number): FaultRule | undefined {
  const times = timesOf(rule);
  if (hits === 0) return rule;
  if (hits >= times) return undefined;
  const { skip: _, status, answers, ...rest } = rule;
  const next = <Item>(list: readonly Item[]) => [
    ...list.slice(hits % list.length),
    ...list.slice(0, hits % list.length),
  ];
  return {
    ...rest,
    ...(status !== undefined && { status: Array.isArray(status) ? next(status) : status }),
    ...(answers !== undefined && { answers: next(answers) }),
    ...(Number.isFinite(times) && { times: times - hits }),
  };
}

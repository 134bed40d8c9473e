import { effectsOf, type FaultRule } from './fault-rule.js';

/**
 * The rule without what makes requests wait; undefined if nothing is left of it. A rule that only holds answers back lets no later rule
 * apply, so it becomes one with the normal answer.
 */
export function withoutWaiting({ hold, delay_ms: _, ...rule }: FaultRule): FaultRule | undefined {
  if (effectsOf(rule).length > 0) return rule;
  return hold ? { ...rule, status: [200], times: rule.times ?? Number.MAX_SAFE_INTEGER } : undefined;
}

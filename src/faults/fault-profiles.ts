import * as z from 'zod/mini';
import { issueAdder, type ListSchema } from '../foundation/common-schemas.js';
import { expectValid } from '../foundation/validate.js';
import type { RouteAddress } from '../protocol/route-address.js';
import { sessionNameSchema } from '../protocol/session-name.js';
import { expectRoute } from './expect-route.js';
import { type FaultRule, faultRule } from './fault-rule.js';

/** The names of the profiles that every mock has. */
export type FaultProfileName = 'slow-3g' | 'flaky' | 'rate-limited' | 'offline';

const ruleList: ListSchema<typeof faultRule> = z.array(faultRule).check(z.minLength(1));

export const faultProfile = z.object({
  name: sessionNameSchema,
  description: z.string(),
  rules: ruleList,
});

/** Fault rules under a name, which are applied and withdrawn together. */
export interface FaultProfile<Name extends string = string> {
  /** 1 to 64 letters, digits, `.`, `_` or `-`. */
  readonly name: Name;
  /** What it does, for people. */
  readonly description: string;
  /** In the order in which they apply. */
  readonly rules: readonly FaultRule[];
}

/** The profiles that every mock has. */
export const faultProfiles: readonly FaultProfile<FaultProfileName>[] = [
  {
    name: 'slow-3g',
    description:
      'Every answer takes 1.5 to 2.5 seconds, as with the latency of Slow 3G in the developer tools of Chrome.',
    rules: [{ delay_ms: { min: 1500, max: 2500 } }],
  },
  {
    name: 'flaky',
    description:
      'One of 20 connections breaks, and one of 10 other requests is answered with 503. The seed decides which.',
    rules: [
      { probability: 0.05, abort: true },
      { probability: 0.1, status: 503 },
    ],
  },
  {
    name: 'rate-limited',
    description: 'Every fourth request is answered with 429 and Retry-After: 1.',
    rules: [{ status: [200, 200, 200, 429], retry_after: 1, times: Number.MAX_SAFE_INTEGER }],
  },
  {
    name: 'offline',
    description: 'Every connection breaks.',
    rules: [{ abort: true }],
  },
];

/** The option `faultProfiles`: profiles with different names, which are not those of the package. */
export const ownProfiles = z.array(faultProfile).check(
  z.superRefine((own, context) => {
    const taken = new Set<string>(faultProfiles.map(({ name }) => name));
    for (const [i, { name }] of own.entries()) {
      if (taken.has(name)) issueAdder(context)(`is ${name}, the name of another profile`, i, 'name');
      taken.add(name);
    }
  }),
);

/**
 * The profiles that a mock has by name: those of the package, and its own.
 * @throws MockError `malformed_data` for invalid profiles, and for rules of paths that no route has
 */
export function profilesOf(own: readonly FaultProfile[], routes: readonly RouteAddress[]): FaultProfile[] {
  const checked = expectValid(ownProfiles, own, { root: ['faultProfiles'] }) as FaultProfile[];
  for (const [i, { rules }] of checked.entries()) {
    for (const [n, rule] of rules.entries()) expectRoute(rule, routes, `faultProfiles.${i}.rules.${n}.`);
  }
  return [...faultProfiles, ...checked];
}

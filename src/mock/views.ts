import type { Faults } from '../faults/fault-rules.js';
import { methodsFromCaller } from '../foundation/from-caller.js';
import type { History } from '../session/history.js';
import type { Journal } from '../session/journal.js';
import type { Session } from '../session/session.js';

export type FaultRules = Pick<
  Faults,
  'add' | 'all' | 'remove' | 'clear' | 'held' | 'release' | 'profiles' | 'apply' | 'withdraw'
>;
export type MockHistory = Pick<History, 'list'>;
export type RequestJournal = Pick<Journal, 'all' | 'unmatched' | 'get' | 'count' | 'verify' | 'clear' | 'dropped'>;

/** Runs a call that changes something, under its name. */
export type RunCall = <Result>(call: string, command: () => Result) => Result;

/** The fault rules of a session. `run` runs what changes them. */
export function faultRulesOf({ faults }: Session, run: RunCall): FaultRules {
  return methodsFromCaller({
    add: (rule) => run('faults.add', () => faults.add(rule)),
    all: () => faults.all(),
    remove: (id) => run('faults.remove', () => faults.remove(id)),
    clear: () => run('faults.clear', () => faults.clear()),
    held: () => faults.held(),
    release: (which) => run('faults.release', () => faults.release(which)),
    get profiles() {
      return faults.profiles;
    },
    apply: (profile) => run('faults.apply', () => faults.apply(profile)),
    withdraw: (profile) => run('faults.withdraw', () => faults.withdraw(profile)),
  });
}

/** The journal of a session. `run` runs what changes it. */
export function requestJournalOf({ journal }: Session, run: RunCall): RequestJournal {
  return methodsFromCaller({
    all: (filter) => journal.all(filter),
    unmatched: () => journal.unmatched(),
    get: (id) => journal.get(id),
    count: (filter) => journal.count(filter),
    verify: (expected) => journal.verify(expected),
    clear: () => run('requests.clear', () => journal.clear()),
    get dropped() {
      return journal.dropped;
    },
  });
}

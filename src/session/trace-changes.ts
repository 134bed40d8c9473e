import { deepCopy } from '../foundation/deep-copy.js';
import { prefixing } from '../foundation/mock-error.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween } from '../state/changes.js';
import type { Cause } from './cause.js';
import type { Entry, ImagesOfEntry } from './entry.js';
import type { Session } from './session.js';
import { isSameFaults, type SessionImage, snapshotsBetween } from './session-image.js';
import { baselineOf } from './shared-config.js';
import type { TraceChange } from './trace-format.js';

/** How the entry of a call in a trace has a part of the session, if the call changed it. */
interface TracedPart {
  write(images: ImagesOfEntry, hasChanged: boolean): Partial<TraceChange>;
  repeat(change: TraceChange, session: Session): void;
}

/** Every part that calls change, in the order of the file. The ids of requests and calls follow from the entries. */
const parts: { readonly [Name in Exclude<keyof SessionImage, 'requestIds' | 'controlIds'>]: TracedPart } = {
  state: {
    write: ({ before, after }, hasChanged) =>
      hasChanged ? { changes: changesBetween(before.state, after.state) } : {},
    repeat: ({ changes }, { state }) => {
      if (changes !== undefined) state.restore(applyChanges(state.capture(), changes));
    },
  },
  faults: {
    write: ({ before, after }) => (isSameFaults(before.faults, after.faults) ? {} : { faults: deepCopy(after.faults) }),
    repeat: ({ faults }, session) => {
      if (faults !== undefined) session.faults.restore(faults);
    },
  },
  snapshots: {
    write: ({ before, after }) => {
      const { saved: kept, removed } = snapshotsBetween(before, after);
      return { ...(kept.length > 0 && { kept }), ...(removed.length > 0 && { removed }) };
    },
    repeat: ({ kept = [], removed = [] }, session) => {
      for (const name of removed) session.snapshots.remove(name);
      for (const name of kept) session.saveSnapshot(name);
    },
  },
  baseline: {
    write: ({ before, after: { baseline, state } }) => {
      const { scenario, seed } = baseline;
      const isState = baseline === state;
      return before.baseline === baseline ? {} : { baseline: { scenario, seed, ...(isState && { is_state: true }) } };
    },
    repeat: ({ baseline }, session) => {
      if (baseline === undefined) return;
      const { scenarios } = session.shared.registry;
      const isKnown = scenarios.some(({ name }) => name === baseline.scenario);
      // The scenario alone would not give it if its clock was that of the machine.
      const isState = baseline.is_state || !isKnown;
      session.baseline = isState ? session.state.capture() : baselineOf(session.shared, baseline);
    },
  },
};

export function changedParts({ images, hasChanged }: Entry): Partial<TraceChange> {
  return Object.assign({}, ...Object.values(parts).map((part) => part.write(images as ImagesOfEntry, hasChanged)));
}

/** Repeats what a call changed. @throws MockError if it does not fit the session */
export function repeatChange(change: TraceChange, session: Session): void {
  const { entry, kind, method, path, call, actor } = change;
  const cause = {
    kind,
    ...(method && { method }),
    ...(path && { path }),
    ...(call && { call }),
    ...(actor && { actor }),
  } as Cause;
  prefixing(`Entry ${entry} of the trace does not fit the replayed state`, () =>
    session.run(cause, () => {
      for (const part of Object.values(parts)) part.repeat(change, session);
    }),
  );
}

import * as z from 'zod/mini';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { malformed } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { version } from '../foundation/version.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import { readSnapshot } from '../state/read-snapshot.js';
import type { Image } from '../state/state.js';
import { isSameOrigin, type Origin } from './session-image.js';
import type { SharedConfig } from './shared-config.js';

const FORMAT = 'briefs-mock/log';
const VERSION = 1;

// The state validates changes and snapshots.
const changes = z.custom<StateChanges>((value) => typeof value === 'object' && value !== null, 'must be an object');
const origin = z.strictObject({ scenario: z.string(), seed: nonNegativeInteger });
const session = z.nullable(z.string());
/** The number of an image: 0 is the one that the log continues, others are entries of the log. */
const image = nonNegativeInteger;

const logHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The version of the package that wrote the log. */
  package: z.string(),
  /** The fingerprint of the image that the log continues, such as a state file; null if the log does not depend on it. */
  file: z.nullable(z.string()),
});
export type LogHeader = z.output<typeof logHeader>;

/** An image as changes of another one. */
const imageReference = z.strictObject({ image, changes });
export type ImageReference = z.output<typeof imageReference>;
const namedSnapshot = z.extend(imageReference, { name: z.string() });

/** The entries of a log after its header. */
const logEntry = z.union([
  // An image that other entries refer to.
  z.strictObject({ image, snapshot: z.unknown() }),
  z.strictObject({ image, from: image, changes }),
  // Events of sessions. The default session is null.
  z.strictObject({ began: z.string(), origin, image, changes, snapshots: z.array(namedSnapshot) }),
  z.strictObject({ session, changes, origin: z.exactOptional(origin) }),
  z.strictObject({ ended: z.array(z.string()) }),
  z.strictObject({ session, kept: namedSnapshot }),
  z.strictObject({ session, removed: z.string() }),
]);
export type LogEntry = z.output<typeof logEntry>;
type SessionEntry = Extract<LogEntry, { session: unknown }>;

export function headerFor(file: string | null): LogHeader {
  return { format: FORMAT, version: VERSION, package: version, file };
}

/** @throws MockError `malformed_data` */
export function readHeader(entry: unknown): LogHeader {
  return expectValid(logHeader, entry);
}

/** The number of entries that contain changes of the default session. */
export function countChanges(entries: readonly object[]): number {
  return entries.filter((entry) => 'session' in entry && entry.session === null).length;
}

/** An image that a log has, by its number. */
export interface LoggedImage {
  readonly number: number;
  readonly image: Image;
}

/** What a restart does not lose of a session. */
export interface SavedSession {
  /** Null for the default session. */
  readonly id: string | null;
  readonly origin: Origin;
  readonly image: Image;
  readonly snapshots: ReadonlyMap<string, Image>;
}

export interface LoggedSession extends SavedSession {
  /** The image that it began with, which probably differs little from its snapshots. */
  readonly base: LoggedImage | undefined;
}

type NamedLoggedSession = LoggedSession & { readonly id: string };

/** The image that a log continues: that of the default session when the log starts. */
export interface ContinuedImage {
  readonly image: Image;
  /** Whether entries may refer to that image. */
  readonly isLogged: boolean;
  /** Whether it is the baseline of the default session. If not, the log does not keep the baseline of that session. */
  readonly isBaseline: boolean;
}

/** The sessions as a log has them: the result of its entries so far. */
export class LoggedSessions {
  /** By id. The default session, null, is the first. */
  readonly sessions: Map<string | null, LoggedSession>;
  readonly hasBaseline: boolean;
  /** The images that entries may refer to. */
  images: readonly LoggedImage[];
  readonly #shared: SharedConfig;

  constructor(shared: SharedConfig, { image, isLogged, isBaseline }: ContinuedImage) {
    const base = isLogged ? { number: 0, image } : undefined;
    this.#shared = shared;
    this.hasBaseline = isBaseline;
    this.images = base === undefined ? [] : [base];
    this.sessions = new Map([[null, { id: null, image, origin: image, snapshots: new Map(), base }]]);
  }

  get main(): LoggedSession {
    return known(this.sessions.get(null), 'session', null);
  }

  /** The sessions other than the default session. */
  get named(): NamedLoggedSession[] {
    return [...this.sessions.values()].filter((session): session is NamedLoggedSession => session.id !== null);
  }

  /** @throws MockError if the entry cannot be applied; then nothing has changed. */
  apply(entry: object): void {
    const checked = expectValid(logEntry, entry);
    const applied = ({ image, changes }: ImageReference) => applyChanges(this.#image(image).image, changes);
    if ('snapshot' in checked) {
      const { image } = readSnapshot(checked.snapshot);
      this.define({ number: checked.image, image: sharingRecords(this.#shared, image) });
    } else if ('from' in checked) {
      this.define({ number: checked.image, image: applied({ image: checked.from, changes: checked.changes }) });
    } else if ('began' in checked) {
      const { began: id, origin, image } = checked;
      const snapshots = new Map(checked.snapshots.map((one) => [one.name, applied(one)]));
      this.sessions.set(id, { id, origin, image: applied(checked), snapshots, base: this.#image(image) });
    } else if ('ended' in checked) {
      for (const id of checked.ended) this.sessions.delete(id);
    } else {
      const session = known(this.sessions.get(checked.session), 'session', checked.session);
      this.sessions.set(session.id, this.#changed(session, checked));
    }
  }

  #changed(session: LoggedSession, entry: SessionEntry): LoggedSession {
    if ('removed' in entry) return withSnapshot(session, entry.removed, undefined);
    if ('kept' in entry) {
      const { name, image, changes } = entry.kept;
      return withSnapshot(session, name, applyChanges(this.#image(image).image, changes));
    }
    const image = applyChanges(session.image, entry.changes);
    return { ...session, image, origin: entry.origin ?? session.origin };
  }

  define(defined: LoggedImage): void {
    this.images = [...this.images, defined];
  }

  /** @throws MockError `malformed_data` */
  #image(number: number): LoggedImage {
    const found = this.images.find((one) => one.number === number);
    return known(found, 'image', number);
  }
}

/** A session with a named snapshot or, without an image, without it. */
function withSnapshot(session: LoggedSession, name: string, image: Image | undefined): LoggedSession {
  const snapshots = new Map(session.snapshots);
  if (image === undefined) snapshots.delete(name);
  else snapshots.set(name, image);
  return { ...session, snapshots };
}

function known<Value>(value: Value | undefined, what: string, name: unknown): Value {
  if (value === undefined) throw malformed(`there is no ${what} ${name}`);
  return value;
}

/** An equal image that shares the records that it has in common with the baseline: comparing the two is then fast. */
export function sharingRecords({ initialBaseline: baseline }: SharedConfig, image: Image): Image {
  if (!isSameOrigin(image, baseline)) return image;
  return applyChanges(baseline, changesBetween(baseline, image));
}

import type { Image } from '../state/state.js';

/** The scenario and seed that a baseline was built from. */
export interface Origin {
  readonly scenario: string;
  readonly seed: number;
}

/** A session to save: null is the id of the default session. */
export interface SavedSession {
  readonly id: string | null;
  readonly origin: Origin;
  readonly image: Image;
  /** The named snapshots. */
  readonly snapshots: ReadonlyMap<string, Image>;
}

/** Something that a restart must not lose. */
export type SessionEvent =
  | { readonly kind: 'began'; readonly session: SavedSession; readonly baseline: Image }
  | { readonly kind: 'changed'; readonly id: string | null; readonly image: Image; readonly origin: Origin }
  | { readonly kind: 'ended'; readonly ids: readonly string[] }
  /** Ended because it was idle, or because of a limit. */
  | { readonly kind: 'lost'; readonly ids: readonly string[] }
  | { readonly kind: 'kept'; readonly id: string | null; readonly name: string; readonly image: Image }
  | { readonly kind: 'removed'; readonly id: string | null; readonly name: string };

/**
 * Is called before an event is final. If it throws, nothing has happened, and the caller gets the error; a lost session is
 * lost nevertheless.
 */
export type SessionKeeper = (event: SessionEvent) => void;

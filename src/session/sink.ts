import type { SessionImage } from './session-image.js';

/** Something that a restart must not lose. The id of the default session is null. */
export type SessionEvent =
  | { readonly kind: 'began'; readonly id: string; readonly image: SessionImage }
  | {
      readonly kind: 'changed';
      readonly id: string | null;
      readonly before: SessionImage;
      readonly after: SessionImage;
    }
  | {
      readonly kind: 'ended';
      readonly ids: readonly string[];
      /** Whether the sessions ended because they were idle, or because of a limit. */
      readonly isLost: boolean;
    };

export type ChangedEvent = Extract<SessionEvent, { kind: 'changed' }>;

/** What is attached to sessions, and is asked before they change. */
export interface Sink {
  /**
   * Called with each event before it is final. If it throws, the event is undone, and the caller gets the error; a session that
   * was lost stays lost.
   */
  save(event: SessionEvent): void;
  /** Called before a call in the process steers a session, which is not an event. If it throws, nothing is done. */
  beforeSteering?(): void;
  /** Whether idle sessions may end now; default: always. Otherwise they end later. */
  canEndIdle?(): boolean;
}

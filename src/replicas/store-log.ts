import type { Command } from './command.js';
import type { ReplicaSettings } from './replica-settings.js';

/** Commands that a replica appends in one step. */
export interface CommandBatch {
  /** The id of the replica. */
  readonly from: string;
  /** Counts the batches of the replica from 1. */
  readonly number: number;
  /** Plain JSON. */
  readonly commands: readonly Command[];
  /** The bodies of the requests among the commands. They may contain any bytes. */
  readonly bodies: readonly Uint8Array[];
}

/** A batch in the log. */
export interface LoggedBatch extends CommandBatch {
  /** Its place in the log. */
  readonly position: string;
  /** The time of the store when it was appended, in milliseconds since 1970. It never goes back. */
  readonly at: number;
  /** Whether a server is known to have executed it; absent if the log does not know. */
  readonly isSurvived?: boolean;
  /** Whether `exchange` has read no further, although there may be more. Default: only after `PAGE_LENGTH` batches. */
  readonly endsPage?: boolean;
}

/** The sessions after a batch, as text. */
export interface Checkpoint {
  /** The position of the batch. */
  readonly position: string;
  /** The sessions, in pieces, each of which takes a few milliseconds to get. */
  readonly pieces: Iterable<string>;
}

/** A log as it was begun. */
export interface FoundLog {
  /** The position before the first batch. */
  readonly start: string;
  /** When it was begun, in milliseconds since 1970. */
  readonly began: number;
  /** What `begin` was called with. */
  readonly settings: ReplicaSettings;
  /** Undefined if the log still has its first batch. */
  readonly checkpoint: Checkpoint | undefined;
  /** The keys of the commands that `attempt` has refused. Default: none. */
  readonly refused?: readonly string[];
}

/** The number of servers that may end while they execute a command, before it is refused. */
export const ATTEMPTS = 2;
/** The milliseconds after which a server that has not survived a command is taken for gone. */
export const ATTEMPT_TIME = 10_000;

/** The error of a log if trying again would not help, for example because a password is wrong. */
export class UnusableStore extends Error {}

/** The error of `exchange` if the store has refused the batch, so that it was certainly not appended. */
export class RefusedBatch extends Error {}

/**
 * The log that all replicas append to and follow. Each method rejects if the store cannot be reached, or cannot do it; a batch may
 * have been appended nevertheless.
 */
export interface StoreLog {
  /** The number of commands after which a checkpoint is saved. Default 10,000. */
  readonly checkpointEvery?: number;
  /** Finds the log, to follow it from then on; undefined if there is none. */
  find(): Promise<FoundLog | undefined>;
  /** Begins a log, unless another replica has just begun one. */
  begin(began: number, settings: ReplicaSettings): Promise<void>;
  /**
   * Appends a batch, if one is given, and reads the next batches after a position, at most `PAGE_LENGTH`. This server has executed
   * everything up to that position. Undefined if the log has to be found again: it does not have that position, because it was trimmed
   * or lost, or a command was refused since it was found.
   */
  exchange(position: string, batch?: CommandBatch): Promise<readonly LoggedBatch[] | undefined>;
  /**
   * Saves a checkpoint, unless there is a later one, and drops the batches before the last checkpoint: some replicas lag. Other
   * methods are called meanwhile.
   */
  saveCheckpoint(checkpoint: Checkpoint): Promise<void>;
  /**
   * Called before a server that starts executes a command in a batch that no server is known to have executed. Answers `wait` for
   * `ATTEMPT_TIME` after another server has got `execute`, unless that one has called `survive`; and `refused` after that, for
   * good, if `ATTEMPTS` servers have got `execute`, and none has survived. Without this method, nothing is refused.
   */
  attempt?(position: string, key: string): Promise<'execute' | 'wait' | 'refused'>;
  /** Called after a server has executed the command. From then on, `attempt` answers `execute`, unless it has refused it. */
  survive?(key: string): Promise<void>;
  /** Releases what the log uses in this process. Calls that still wait for the store reject. */
  close(): Promise<void>;
}

/** The maximum number of batches that `exchange` reads. */
export const PAGE_LENGTH = 200;

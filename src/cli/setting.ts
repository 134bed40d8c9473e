import type { MockOptions } from '../index.js';
import type { BehaviorOptions } from '../protocol/behavior.js';
import type { ServerOptions } from '../server/index.js';
import type { SessionOptions } from '../session/session-limits.js';
import type { SettingKind } from './kinds.js';

/** The objects of options that settings become a part of. */
export interface Places {
  server: ServerOptions;
  mock: MockOptions;
  sessions: SessionOptions;
  behavior: BehaviorOptions;
}

/** The options of a place that accept a value. */
type Accepting<Options, Value> = {
  [Name in keyof Options]-?: NonNullable<Value> extends NonNullable<Options[Name]> ? Name : never;
}[keyof Options];

/** An option of one of the places, or the part that reads the setting itself: the commands, or their output. */
type SettingTarget<Value> =
  | 'command'
  | { [Place in keyof Places]: { readonly [Of in Place]: Accepting<Places[Place], Value> } }[keyof Places];

/** What `--help` and the reference pages say of a flag or setting. */
export interface Described {
  /** The flag with its value; undefined if only a config file has the setting. */
  readonly flag?: string;
  /** Without a full stop and in lower case, as `--help` shows it. */
  readonly help: string;
  /** Further sentences for the reference page. */
  readonly more?: string;
  /** What applies without it. Default: off, or nothing. */
  readonly default?: string;
}

/** A setting of the server: everything that is said about it. */
export interface Setting<Value> extends Described {
  readonly kind: SettingKind<Value>;
  readonly to: SettingTarget<Value>;
  readonly env?: string;
  /** Whether it should not be visible in the list of processes. */
  readonly isSecret?: true;
  readonly choices?: readonly string[];
  /** A flag that cannot be given as well. */
  readonly conflicts?: string;
  /** What to say about its value in a config file. `false`: a config file does not have it. */
  readonly inConfig?: string | false;
  /** The default of a demo. */
  readonly demo?: Value;
  /** The default of `exec`, which ignores the config file. */
  readonly exec?: { readonly value: Value; readonly default: string; readonly more?: string };
}

export function setting<Value>(definition: Setting<Value>): Setting<Value> {
  return definition;
}

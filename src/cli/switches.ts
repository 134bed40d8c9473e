import type { BehaviorOptions } from '../index.js';
import { parseSwitch } from '../protocol/behavior.js';

/** The flags, or the settings of a config file, that set switches. */
export interface SwitchSettings {
  readonly tokens?: BehaviorOptions['tokens'];
  readonly serviceToken?: BehaviorOptions['serviceToken'];
  readonly corsOrigin?: BehaviorOptions['corsOrigin'];
  /** As a flag: `key=value`, not yet parsed. */
  readonly behavior?: BehaviorOptions | readonly string[] | undefined;
}

/** The switches, including those that have a flag or setting. @throws MockError `malformed_data` for an invalid `key=value` */
export function switchesOf({ tokens, serviceToken, corsOrigin, behavior = {} }: SwitchSettings): BehaviorOptions {
  const switches: BehaviorOptions = Array.isArray(behavior)
    ? Object.assign({}, ...behavior.map(parseSwitch))
    : { ...behavior };
  if (tokens !== undefined) switches.tokens = tokens;
  if (serviceToken !== undefined) switches.serviceToken = serviceToken;
  if (corsOrigin !== undefined) switches.corsOrigin = corsOrigin;
  return switches;
}

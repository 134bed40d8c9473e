import type { Flag } from './flag.js';
import {
  diffFlags,
  exploreFlags,
  impactFlags,
  initAssistantFlags,
  initFlags,
  mcpFlags,
  openapiFlags,
  redactFlags,
  replayFlags,
  scenariosFlags,
  snapshotFlags,
  toolFlags,
  traceFlags,
} from './flags.js';
import { captureFlags, conformFlags } from './other-server-flags.js';

/** The flags of each command that has some, but those of `serve` and `exec`, which come from the settings of the server. */
export const commandFlags = {
  scenarios: scenariosFlags,
  snapshot: snapshotFlags,
  replay: replayFlags,
  impact: impactFlags,
  explore: exploreFlags,
  redact: redactFlags,
  trace: traceFlags,
  diff: diffFlags,
  init: initFlags,
  'init-assistant': initAssistantFlags,
  mcp: mcpFlags,
  tool: toolFlags,
  conform: conformFlags,
  capture: captureFlags,
  openapi: openapiFlags,
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

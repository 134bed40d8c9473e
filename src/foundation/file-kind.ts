import * as z from 'zod/mini';
import { HANDOVER_FORMAT, SNAPSHOT_FORMAT, TEST_TRACE_FORMAT, TRACE_FORMAT } from './file-formats.js';

/** The kinds of files with JSON that people have at hand and may put in the wrong place. */
export type FileKind = 'snapshot' | 'trace' | 'file of test traces' | 'HAR file' | 'hand-over file';

const COMMANDS: Readonly<Record<FileKind, string>> = {
  snapshot: '`briefs-mock --import FILE` starts a server from it',
  trace: '`briefs-mock --import FILE` starts a server where it ends, and `briefs-mock replay FILE` replays it',
  'file of test traces': '`briefs-mock impact FILE` says which of the tests would see other answers under a change',
  'hand-over file':
    '`briefs-mock --import FILE` starts a server where its trace ends, and `briefs-mock replay FILE` replays it',
  'HAR file': '`briefs-mock conform --har FILE` compares its answers with those of the mock',
};

/** What kind of file a JSON value comes from; undefined if the kind is unknown. */
export function fileKindOf(json: unknown): FileKind | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { format, log } = json as { format?: unknown; log?: { entries?: unknown } | null };
  if (format === SNAPSHOT_FORMAT) return 'snapshot';
  if (format === TRACE_FORMAT) return 'trace';
  if (format === TEST_TRACE_FORMAT) return 'file of test traces';
  if (format === HANDOVER_FORMAT) return 'hand-over file';
  return Array.isArray(log?.entries) ? 'HAR file' : undefined;
}

/** What to say about a file of the wrong kind; undefined if the kind is the expected one, or unknown. */
export function wrongFile(
  json: unknown,
  expected: FileKind | 'config file' | 'OpenAPI document' | 'plan',
): string | undefined {
  const kind = fileKindOf(json);
  if (kind === undefined || kind === expected) return undefined;
  return `this is a ${kind}, not ${expected === 'OpenAPI document' ? 'an' : 'a'} ${expected}; ${COMMANDS[kind]}`;
}

/** The trace or the snapshot in a file that the console handed over; any other JSON as it is. */
export function partOf(json: unknown, part: 'trace' | 'snapshot'): unknown {
  return fileKindOf(json) === 'hand-over file' ? (json as Partial<Record<typeof part, unknown>>)[part] : json;
}

/** The schema of a file with its format alone, which is checked first: what is wrong with the rest of another file helps nobody. */
export function formatOf<Format extends z.core.$ZodType>({ shape }: { readonly shape: { readonly format: Format } }) {
  return z.looseObject({ format: shape.format });
}

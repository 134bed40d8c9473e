import { isPlainObject } from '../../src/foundation/is-object.js';
import { malformed } from '../../src/foundation/mock-error.js';
import type { MockError } from '../../src/index.js';
import type { Edit } from './edit.js';
import { textOf } from './text-of.js';

const CONFIGURATION = '.mcp.json';
const SKILL = '.claude/skills/briefs-mock/SKILL.md';

interface ForAssistants {
  /** What starts the tools. */
  readonly server: object;
  /** The text of the skill. */
  readonly skill: string;
}

/**
 * The edits that give the assistants of a project the tools and the skill. They only add: an entry for the mock, or a skill, that is
 * there stays as it is.
 * @throws MockError if the configuration is not a JSON object
 * @throws Error if a file cannot be read, or if there can be no such file
 */
export function planForAssistants(root: string, { server, skill }: ForAssistants): Edit[] {
  const read = (file: string) => textOf(root, file);
  const configuration = read(CONFIGURATION);
  const edits = [
    { file: CONFIGURATION, before: configuration, after: withServer(configuration, server) },
    { file: SKILL, before: read(SKILL), after: read(SKILL) ?? skill },
  ];
  return edits.filter(({ before, after }) => before !== after);
}

function withServer(text: string | undefined, server: object): string {
  const configuration = text === undefined ? {} : parsed(text);
  const servers = configuration.mcpServers ?? {};
  if (!isPlainObject(servers)) throw notObject('mcpServers in it');
  if (text !== undefined && servers['briefs-mock'] !== undefined) return text;
  return `${JSON.stringify({ ...configuration, mcpServers: { ...servers, 'briefs-mock': server } }, null, 2)}\n`;
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notObject('it');
  }
  if (!isPlainObject(value)) throw notObject('it');
  return value;
}

function notObject(what: string): MockError {
  return malformed(
    `${CONFIGURATION} cannot be extended, because ${what} is not a JSON object; correct it, or add what briefs-mock mcp prints on a terminal`,
  );
}

import isEqual from 'fast-deep-equal';
import { isPlainObject } from '../../src/foundation/is-object.js';
import { malformed } from '../../src/foundation/mock-error.js';
import { withoutMark } from '../../src/foundation/parse-json.js';
import type { MockError } from '../../src/index.js';
import { type Edit, editOf, jsonLike } from './edit.js';
import { textOf } from './text-of.js';

const CONFIGURATION = '.mcp.json';
const SKILL = '.claude/skills/briefs-mock/SKILL.md';

interface ForAssistants {
  /** What starts the tools. */
  readonly server: { readonly command: string; readonly args: readonly string[] };
  /** The text of the skill. */
  readonly skill: string;
}

/** The plan for the assistants of a project. */
interface AssistantPlan {
  readonly edits: readonly Edit[];
  /** How to change an entry for the mock that has other arguments, as sentences. */
  readonly kept: string | undefined;
}

/**
 * The edits that give the assistants of a project the tools and the skill. They only add: an entry for the mock, or a skill, that is
 * there stays as it is.
 * @throws MockError if the configuration is not a JSON object
 * @throws Error if a file cannot be read, or if there can be no such file
 */
export function planForAssistants(root: string, { server, skill }: ForAssistants): AssistantPlan {
  const text = textOf(root, CONFIGURATION);
  const configuration = text === undefined ? {} : parsed(text);
  const servers = configuration.mcpServers ?? {};
  if (!isPlainObject(servers)) throw notObject('mcpServers in it');
  const present = servers['briefs-mock'];
  const extended = { ...configuration, mcpServers: { ...servers, 'briefs-mock': server } };
  const ownSkill = textOf(root, SKILL);
  const edits = [
    ...(present === undefined ? [editOf(CONFIGURATION, text, jsonLike(text, extended))] : []),
    ...(ownSkill === undefined ? [editOf(SKILL, undefined, skill)] : []),
  ];
  const isOther = present !== undefined && !(isPlainObject(present) && isEqual(present.args, server.args));
  return { edits, kept: isOther ? keptText(server) : undefined };
}

function keptText(server: object): string {
  const what = `${CONFIGURATION} has an entry briefs-mock with other arguments, which was kept`;
  return `${what}. To replace it, write this instead: "briefs-mock": ${JSON.stringify(server)}`;
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(text));
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

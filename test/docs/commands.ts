import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './blocks.js';
import {
  checkCurl,
  type Place,
  runAtUrl,
  runBriefsMock,
  runCapture,
  runConform,
  runDiff,
  runImpact,
  runImport,
  runReplay,
} from './briefs-mock.js';
import { jq } from './jq.js';

type Words = readonly string[];

/** A check for each program that commands can run. A check throws or rejects with what is wrong. */
const programs: Record<string, (words: Words, place: Place) => unknown> = {
  npm,
  npx,
  'briefs-mock': (words, { folder }) => runBriefsMock(words, folder),
  curl: checkCurl,
  bash: ([script = '']) => readFileSync(join(root, script)),
  docker,
};

/**
 * The commands of a shell block, split into words, without comments other than `# status 503`, the status of a failure. Lines that
 * end in a backslash are joined.
 */
export function commandsOf(code: string): Words[] {
  return code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.match(/#.*|(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [])
    .map((words) => words.filter((word) => !/^#(?! status \d)/.test(word)).map(unquoted))
    .filter((words) => words.length > 0);
}

/** Removes the quotes of a word as a shell does: quotes of the other kind inside them stay. */
function unquoted(word: string): string {
  return word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '');
}

/** Runs a command, or checks it as far as it can be run here. */
export async function checkCommand(words: Words, place: Place): Promise<void> {
  await outputOf(words, place);
}

/** Runs a command. Resolves with what it prints, if it can be run here. */
export async function outputOf(words: Words, place: Place): Promise<string> {
  const pipe = words.indexOf('|');
  if (pipe !== -1 && words[pipe + 1] === 'jq') {
    const [filter, comment] = [false, true].map((is) =>
      words.slice(pipe + 2).filter((word) => word.startsWith('#') === is),
    );
    return jq(await outputOf([...words.slice(0, pipe), ...(comment ?? [])], place), filter ?? []);
  }
  const [program = '', ...rest] = words.slice(words.findIndex((word) => !/^\w+=/.test(word)));
  const check = programs[program];
  if (check === undefined) throw new Error(`there is no rule for ${program}, see test/docs/commands.ts`);
  return String((await check(rest, place)) ?? '');
}

function npm([verb = '', ...words]: Words, { folder }: Place): unknown {
  if (verb === 'install') return words.filter((word) => !word.startsWith('-')).forEach(expectPackage);
  const [script = ''] = verb === 'run' ? words : [verb];
  if (!(script in manifestOf('.').scripts)) throw new Error(`there is no script ${script}`);
  return script === 'start' ? runBriefsMock(words.slice(words.indexOf('--') + 1), folder) : undefined;
}

function npx([program = '', ...words]: Words, place: Place): unknown {
  if (program === 'briefs-mock') {
    if (words[0] === 'diff') return runDiff(words, place);
    if (words[0] === 'conform') return runConform(words, place);
    if (words[0] === 'capture') return runCapture(words, place);
    if (words[0] === 'impact') return runImpact(words, place);
    if (words.includes('--url')) return runAtUrl(words, place);
    // Nobody answers at the address: 1. Another code would be wrong usage.
    if (words[0] === 'explore') return runBriefsMock(words, place.folder, [1]);
    // The folder of the docs is not that of a project: 2, like other wrong usage; test/init runs it in projects.
    if (words[0] === 'init') return runBriefsMock(words, place.folder, [2]);
    if (words.includes('--import')) return runImport(words, place);
    return ['replay', 'redact', 'trace'].includes(words[0] ?? '')
      ? runReplay(words, place)
      : runBriefsMock(words, place.folder);
  }
  return existsSync(join(root, 'node_modules/.bin', program)) || expectPackage(program);
}

/** The file that a command names must exist: test/package/container.test.ts runs what is in it. */
function docker(words: Words): unknown {
  const flag = words.indexOf('-f');
  return flag === -1 ? undefined : readFileSync(join(root, words[flag + 1] ?? ''));
}

/** Throws for a package that neither this project nor a project in test/consumers installs. */
function expectPackage(name: string): void {
  const consumers = readdirSync(join(root, 'test/consumers'), { withFileTypes: true });
  const folders = [
    '.',
    ...consumers.filter((entry) => entry.isDirectory()).map((entry) => join('test/consumers', entry.name)),
  ];
  const known = folders
    .map(manifestOf)
    .flatMap(({ name, dependencies, devDependencies }) => [
      name,
      ...Object.keys({ ...dependencies, ...devDependencies }),
    ]);
  if (!known.includes(name.replace(/(?<=.)@.*/, ''))) throw new Error(`nothing here installs ${name}`);
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

import { defaultOf, nameOf } from '../../src/cli/flag.js';
import { commandFlags, execFlags } from '../../src/cli/flags.js';
import type { Described } from '../../src/cli/setting.js';
import { type AnySetting, sections, settingRows } from '../../src/cli/settings.js';
import { capitalized, code, marked, type Section, table } from './markdown.js';

const flagTable = (rows: readonly (Described & Partial<AnySetting>)[]) =>
  table(
    ['flag', 'meaning', 'default'],
    rows.flatMap((row) => {
      if (row.flag === undefined) return [];
      const [usual = row.flag.includes('<') ? '' : 'off', ...inDemo] = defaultOf(row);
      return [[code(row.flag), meaningOf(row), marked([usual, ...inDemo].join('; '))]];
    }),
  );

function meaningOf({ flag, help, more, kind, env }: Described & Partial<AnySetting>): string {
  return [
    `${marked(capitalized(help))}.`,
    ...(flag?.includes('<') && kind?.ofFlag !== undefined ? [`An integer from ${kind.ofFlag}.`] : []),
    ...(more === undefined ? [] : [more]),
    ...(env === undefined ? [] : [`Also ${code(env)}.`]),
  ].join(' ');
}

const rows = settingRows.map(([, row]) => row);

/** The flags that `exec` treats in its own way. */
const ofExec = [
  ...rows.flatMap(({ exec, env: _, ...row }) => {
    if (exec === undefined) return [];
    const more = [
      '`exec` does not read the setting in the config file.',
      ...(exec.more === undefined ? [] : [exec.more]),
    ].join(' ');
    return [{ ...row, more, default: exec.default }];
  }),
  ...execFlags,
];

const variables = table(
  ['variable', 'flag', 'meaning'],
  rows.flatMap(({ env, flag, help, isSecret, exec }) => {
    if (env === undefined || flag === undefined) return [];
    const remarks = [
      ...(isSecret ? ['Unlike the flag, it is not visible in the list of processes.'] : []),
      ...(exec === undefined ? [] : ['`exec` does not read it.']),
    ];
    return [[code(env), code(nameOf(flag)), [`${marked(capitalized(help))}.`, ...remarks].join(' ')]];
  }),
);

const configTable = table(
  ['setting', 'value', 'flag'],
  settingRows.flatMap(([name, { kind, inConfig, exec, flag }]) => {
    if (inConfig === false) return [];
    const remarks = [
      ...(inConfig === undefined ? [] : [inConfig]),
      ...(exec === undefined ? [] : ['`exec` ignores it.']),
    ];
    const value = [remarks.length > 0 ? `${kind.values}.` : kind.values, ...remarks].join(' ');
    return [[code(name), value, flag === undefined ? '' : code(nameOf(flag))]];
  }),
);

const CLI = 'docs/reference/cli.md';

/** The tables of flags and settings in the reference pages. */
export const settingTables: readonly Section[] = [
  { page: CLI, name: 'variables', text: variables },
  ...Object.entries(sections).map(([name, section]) => ({
    page: CLI,
    name: `serve: ${name}`,
    text: flagTable(Object.values<AnySetting>(section)),
  })),
  { page: CLI, name: 'exec', text: flagTable(ofExec) },
  ...Object.entries(commandFlags).map(([name, flags]) => ({ page: CLI, name, text: flagTable(flags) })),
  { page: 'docs/reference/configuration.md', name: 'settings', text: configTable },
];

import { type Command, Option } from 'commander';
import { notEmpty } from './kinds.js';
import type { Described } from './setting.js';
import { type AnySetting, type Settings, settingRows } from './settings.js';

/**
 * The flags for the server; they override the config file, which overrides the defaults. True for `control` is only the default
 * of commander: the config file may still turn it off.
 */
export type ServerFlags = Settings;

/** A flag of a single command. */
export interface Flag extends Described {
  readonly flag: string;
  readonly parse?: ((text: string, previous?: never) => unknown) | undefined;
  readonly choices?: readonly string[];
  /** The environment variable that it is read from if it is not given. */
  readonly env?: string;
  /** The flag of the same command without which it has no effect, such as `--against`. */
  readonly needs?: string;
  /** Flags that cannot be given as well, as commander names them. */
  readonly conflicts?: string;
  /** Whether the command needs it. */
  readonly isMandatory?: boolean;
}

const withFlag = settingRows.flatMap(([, row]) =>
  row.flag === undefined ? [] : [row as AnySetting & { flag: string }],
);

/** The environment variables that flags read. */
export const environmentVariables = withFlag.flatMap(({ env }) => env ?? []);

/** The default as `--help` and the reference page show it. */
export function defaultOf({ default: usual, demo }: Pick<AnySetting, 'default' | 'demo'>): string[] {
  const inDemo = demo === undefined ? [] : [`demo: ${demo === true ? 'on' : demo}`];
  return [...(usual === undefined ? [] : [usual]), ...inDemo];
}

function optionOf({
  flag,
  help,
  parse,
  choices,
  env,
  conflicts,
  isMandatory,
  ...row
}: Flag & Pick<AnySetting, 'demo'>): Option {
  const [usual, ...others] = defaultOf(row);
  const shown = usual === undefined ? '' : ` (${[`default: ${usual}`, ...others].join('; ')})`;
  const option = new Option(flag, help + shown);
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser(parse as (text: string) => unknown);
  if (env !== undefined) option.env(env);
  if (conflicts !== undefined) option.conflicts(conflicts);
  if (isMandatory) option.makeOptionMandatory();
  return option;
}

/** The flag of a setting for a single command. */
export const ofSetting = ({ kind, ...row }: AnySetting) => ({ ...row, parse: kind.parse }) as Flag;

/** The flag of a setting for a command that knows no demos. */
export function withoutDemo(row: AnySetting): Flag {
  const { demo: _, ...rest } = row;
  return ofSetting(rest);
}

/** The flags of a command that writes a report. */
export const reportFlags = [
  { flag: '--json <file>', help: 'write the report as JSON', parse: notEmpty },
  { flag: '--junit <file>', help: 'write the report as JUnit XML', parse: notEmpty },
] as const;

export function addFlags(command: Command, flags: readonly Flag[]): void {
  for (const flag of flags) {
    const option = optionOf(flag);
    command.addOption(option);
    const { needs } = flag;
    if (needs === undefined) continue;
    const partner = command.options.find(({ long }) => long === needs) as Option;
    command.hook('preAction', () => {
      // The environment may set it for other commands.
      if (command.getOptionValueSource(option.attributeName()) !== 'cli') return;
      if (command.getOptionValue(partner.attributeName()) !== undefined) return;
      command.error(`error: option '${option.flags}' cannot be used without option '${partner.flags}'`);
    });
  }
}

/** Adds the flags of a command that starts a server. */
export function addServerFlags(command: Command, name: 'serve' | 'exec'): void {
  for (const row of withFlag) {
    const isExec = name === 'exec' && row.exec !== undefined;
    const { env: _, ...withoutEnv } = row;
    const described = isExec ? { ...withoutEnv, default: row.exec.default } : row;
    command.addOption(optionOf({ ...described, parse: row.kind.parse }));
  }
}

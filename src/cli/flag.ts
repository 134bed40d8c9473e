import { type Command, Option } from 'commander';
import { didYouMean } from '../foundation/did-you-mean.js';
import { prefixing } from '../foundation/mock-error.js';
import { notEmpty } from './kinds.js';
import type { Described } from './setting.js';
import { type AnySetting, type SettingName, type Settings, settingRows, settings } from './settings.js';

/**
 * The flags for the server; they override the config file, which overrides the defaults. True for `control` is only the default
 * of commander: the config file may still turn it off.
 */
export type ServerFlags = Settings;

export interface Flag extends Described {
  readonly flag: string;
  /** Reads its value. Default: one of the choices, or a text that is not empty. */
  readonly parse?: ((text: string, previous?: never) => unknown) | undefined;
  readonly choices?: readonly string[];
  /** The environment variable that it is read from if it is not given. */
  readonly env?: string;
  /** The flag of the same command without which it has no effect, such as `--against`. */
  readonly needs?: string;
  /** Flags that cannot be given as well, as commander names them. */
  readonly conflicts?: string;
  readonly isMandatory?: boolean;
}

const withFlag = settingRows.flatMap(([, row]) =>
  row.flag === undefined ? [] : [row as AnySetting & { flag: string }],
);

export const environmentVariables = withFlag.flatMap(({ env }) => env ?? []);

/** `-p, --port <number>` as `--port`. */
export function nameOf(flag: string): string {
  return /--[\w-]+/.exec(flag)?.[0] ?? flag;
}

/** What gave a flag its value: the variable, if that has this value. */
function sourceOf(flag: string, env: string | undefined, value: unknown): string {
  // biome-ignore lint/style/noProcessEnv: commander reads it, and does not tell a parser where the value is from.
  return env !== undefined && process.env[env] === value ? env : nameOf(flag);
}

/** A setting that was given, as the user has written it. */
export function writtenAs(name: SettingName, flags: Settings, config: Settings): string {
  const { flag = name, env }: AnySetting = settings[name];
  const { [name]: value } = flags;
  return value === undefined ? `${name} in ${config.config}` : sourceOf(flag, env, value);
}

/**
 * What to say of the variables that look like settings, but are not read. Helpers read others, and Kubernetes sets some for a
 * service named briefs-mock, such as `BRIEFS_MOCK_PORT=tcp://10.0.0.1:4010`.
 */
export function unreadVariables(env: NodeJS.ProcessEnv): string[] {
  const meant = new Map(
    settingRows.flatMap(([name, { flag, env: read }]) =>
      flag === undefined ? [] : [[namedLike(name), read ?? nameOf(flag)]],
    ),
  );
  const read = { count: environmentVariables.length, list: () => environmentVariables };
  return Object.entries(env).flatMap(([name, value]) => {
    if (!name.startsWith('BRIEFS_MOCK_') || environmentVariables.includes(name) || value?.startsWith('tcp:')) return [];
    const use = meant.get(name);
    const instead = use === undefined ? didYouMean(name, read) : `; use ${use}`;
    return instead === '' ? [] : [`the environment variable ${name} is not read${instead}`];
  });
}

/** The variable that one would expect for a setting. */
function namedLike(setting: string): string {
  return `BRIEFS_MOCK_${setting.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
}

/** The default as `--help` and the reference page show it. */
export function defaultOf({ default: usual, demo }: Pick<AnySetting, 'default' | 'demo'>): string[] {
  const inDemo = demo === undefined ? [] : [`demo: ${demo === true ? 'on' : demo}`];
  return [...(usual === undefined ? [] : [usual]), ...inDemo];
}

function addFlag(
  command: Command,
  { flag, help, parse, choices, env, conflicts, isMandatory, ...row }: Flag & Pick<AnySetting, 'demo'>,
): Option {
  const [usual, ...others] = defaultOf(row);
  const shown = usual === undefined ? '' : ` (${[`default: ${usual}`, ...others].join('; ')})`;
  const option = new Option(flag, help + shown);
  if (choices !== undefined) option.choices(choices);
  else if (option.required) option.argParser((parse ?? notEmpty) as (text: string) => unknown);
  if (env !== undefined) option.env(env);
  if (conflicts !== undefined) option.conflicts(conflicts);
  if (isMandatory) option.makeOptionMandatory();
  if (option.required) option.argParser(carefully(command, option));
  command.addOption(option);
  return option;
}

/** Reads the value of a flag, and names the flag or variable in errors. */
function carefully(
  command: Command,
  { flags, envVar, parseArg }: Option,
): (text: string, previous: unknown) => unknown {
  return (text, previous) => {
    // A script passes this if the variable that it takes the value from is not set.
    if (command.options.some(({ short, long }) => text === short || text === long)) {
      command.error(`error: option '${flags}' argument missing`);
    }
    return prefixing(sourceOf(flags, envVar, text), () => parseArg?.(text, previous));
  };
}

export const ofSetting = ({ kind, ...row }: AnySetting) => ({ ...row, parse: kind.parse }) as Flag;

/** The flag of a setting for a command that knows no demos. */
export function withoutDemo(row: AnySetting): Flag {
  const { demo: _, ...rest } = row;
  return ofSetting(rest);
}

export const reportFlags = [
  { flag: '--json <file>', help: 'write the report as JSON' },
  { flag: '--junit <file>', help: 'write the report as JUnit XML' },
] as const;

export function addFlags(command: Command, flags: readonly Flag[]): void {
  for (const flag of flags) {
    const option = addFlag(command, flag);
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

export function addServerFlags(command: Command, name: 'serve' | 'exec'): void {
  for (const row of withFlag) {
    const isExec = name === 'exec' && row.exec !== undefined;
    const { env: _, ...withoutEnv } = row;
    const described = isExec ? { ...withoutEnv, default: row.exec.default } : row;
    addFlag(command, { ...described, parse: row.kind.parse });
  }
}

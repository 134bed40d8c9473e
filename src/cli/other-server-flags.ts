// The flags of the commands that read a server of another kind.
import { malformed } from '../foundation/mock-error.js';
import { ofSetting, reportFlags } from './flag.js';
import { addListedOrigin, addText, bearerToken, integer } from './kinds.js';
import { settings } from './settings.js';

const tokenFlags = [
  { flag: '--token <email=token>', help: 'token of a reader; repeatable', parse: addToken },
  {
    flag: '--service-token <token>',
    help: 'bearer token that user-data and user-preference require',
    parse: bearerToken.parse,
  },
] as const;

function timeoutFlag(seconds: string) {
  return {
    flag: '--timeout <seconds>',
    help: 'how long to wait for an answer',
    default: seconds,
    parse: integer(1, 600).parse,
  } as const;
}

export const captureFlags = [
  { flag: '--from <url>', help: 'the server to read, below which the three APIs are' },
  { flag: '--har <file>', help: 'recorded traffic to read instead, as browsers export it (HAR 1.2)' },
  ...tokenFlags,
  { flag: '--request-from <name>', help: 'value of X-REQUEST-FROM that the server accepts', default: 'briefs-mock' },
  {
    flag: '--out <file>',
    help: 'module to write the scenario to; its records are in a file beside it',
    isMandatory: true,
  },
  {
    flag: '--key-file <file>',
    help: 'secret that pseudonyms follow from; created if it does not exist',
    default: 'capture.key',
  },
  {
    flag: '--users <number>',
    help: 'how many people to capture; more if there are more kinds of people, and readers with a token',
    default: '50',
    parse: integer(1).parse,
  },
  {
    flag: '--keep <column>',
    help: 'column that stays as it is, such as package.display_name; repeatable',
    default: 'those that say nothing about people',
    parse: addText,
  },
  {
    flag: '--at-least <number>',
    help: 'merge kinds of people with fewer people, or leave them out',
    default: '1',
    parse: integer(1).parse,
  },
  timeoutFlag('30'),
  { flag: '--json <file>', help: 'write the report as JSON' },
] as const;

export const conformFlags = [
  { flag: '--against <url>', help: 'the server to compare, below which the three APIs are' },
  { flag: '--har <file>', help: 'recorded traffic to compare instead, as browsers export it (HAR 1.2)' },
  { flag: '--proxy <url>', help: 'pass requests on to this server instead, and compare its answers' },
  {
    flag: '--openapi <document>',
    help: 'compare the OpenAPI document of the server instead: a file or a URL, JSON or YAML',
  },
  {
    flag: '-p, --port <number>',
    help: 'with --proxy: port to listen on; 0 for any free port',
    default: '4011',
    parse: integer(0, 65535).parse,
  },
  ...tokenFlags,
  { flag: '--writes', help: 'also run cases that create records, and remove them again', default: 'only read' },
  { flag: '--yes', help: 'with --writes: do not ask first', default: 'asks', needs: '--writes' },
  {
    flag: '--only <id>',
    help: 'start of the ids of the cases to run, such as user-data/client, or an id such as D7, or a switch; repeatable',
    default: 'all cases',
    parse: addText,
  },
  {
    flag: '--request-from <name>',
    help: 'value of X-REQUEST-FROM that the server accepts; repeatable',
    parse: addText,
  },
  { flag: '--origin <origin>', help: 'origin whose pages the server allows; repeatable', parse: addListedOrigin },
  {
    flag: '--concurrency <number>',
    help: 'number of cases that run at the same time, from 1 to 4',
    default: '2',
    parse: integer(1, 4).parse,
  },
  timeoutFlag('10'),
  ...reportFlags,
  { flag: '--baseline <file>', help: 'known differences: only others fail' },
  { flag: '--write-baseline', help: 'write the differences of this run to the baseline' },
  { flag: '--write', help: 'set the switches of the mock as on the server, in briefs-mock.config.json' },
  ofSetting(settings.config),
] as const;

function addToken(assignment: string, previous: Record<string, string> = {}): Record<string, string> {
  const at = assignment.indexOf('=');
  if (at < 1 || !assignment.slice(0, at).includes('@')) {
    throw malformed('must be written as <email>=<token>');
  }
  return { ...previous, [assignment.slice(0, at)]: bearerToken.parse?.(assignment.slice(at + 1)) as string };
}

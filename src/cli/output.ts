import { hostname } from 'node:os';
import pc from 'picocolors';
import { machineTime } from '../foundation/machine.js';
import { visibleText } from '../foundation/visible-text.js';
import type { AnsweredRequest } from '../server/request-log.js';
import { CLEAR } from './progress-line.js';

export interface OutputOptions {
  /** Print only the ready line and errors. */
  quiet?: boolean | undefined;
  jsonLogs?: boolean | undefined;
  /** The name of the server in JSON logs. Default: the host name of the machine. */
  name?: string | undefined;
  /** The stream for startup lines; all others go to standard error. Default: standard output. */
  lines?: NodeJS.WriteStream | undefined;
}

/** Prints a text for people. It may quote what another server or a file says, which must not control the terminal. */
export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  writeLine(visibleText(text), stream);
}

function writeLine(text: string, stream: NodeJS.WriteStream): void {
  stream.write(`${stream.isTTY ? CLEAR : ''}${text}\n`);
}

/** The output of the command line. It contains no token, except that of one persona for a first request. */
export interface Output {
  /** Prints a startup line. */
  say(name: string, text: string): void;
  /** Prints a startup line that JSON logs leave out, such as one with a token. */
  offer(name: string, text: string): void;
  /** Prints the last startup line; programs wait for it. */
  ready(text: string, facts: Readonly<Record<string, unknown>>): void;
  /** Prints an event after the start. */
  note(text: string): void;
  problem(text: string): void;
  /** Prints a finished request. Undefined with `quiet`, to save the time for log lines. */
  request?: ((request: AnsweredRequest) => void) | undefined;
}

export function createOutput(options: OutputOptions = {}): Output {
  const { quiet = false, jsonLogs = false, name = hostname(), lines = process.stdout } = options;
  const output = jsonLogs ? jsonOutput(lines, name) : textOutput(lines);
  const nothing = () => {};
  return quiet ? { ...output, say: nothing, offer: nothing, note: nothing, request: undefined } : output;
}

function textOutput(lines: NodeJS.WriteStream): Output {
  const plain = coloursOf(lines);
  const errors = coloursOf(process.stderr);
  const say = (name: string, text: string) => void lines.write(`${plain.dim(name.padEnd(8))} ${visibleText(text)}\n`);
  return {
    say,
    offer: say,
    // Without colours, because programs wait for this line.
    ready: (text) => print(text, lines),
    note: (text) => print(`briefs-mock: ${text}`, process.stderr),
    problem: (text) => writeLine(`${errors.red('briefs-mock:')} ${visibleText(text)}`, process.stderr),
    request: ({ method, path, status, milliseconds, session, id, faults, reason }) => {
      const result = status === null ? errors.red('aborted') : colourOf(status, errors)(String(status));
      const details = [
        `${milliseconds.toFixed(1)} ms`,
        ...(session === undefined ? [] : [`session ${session}`]),
        ...(id === undefined ? [] : [`id ${id}`]),
        ...(faults === undefined ? [] : [`fault ${faults.join(', ')}`]),
      ];
      const why = reason === undefined ? '' : `: ${reason}`;
      process.stderr.write(`${method} ${path} ${result} ${errors.dim(details.join(' '))}${why}\n`);
    },
  };
}

function jsonOutput(lines: NodeJS.WriteStream, name: string): Output {
  const write = (stream: NodeJS.WriteStream, level: string, facts: object) => {
    stream.write(`${JSON.stringify({ time: machineTime(), level, name, ...facts })}\n`);
  };
  return {
    say: (name, text) => write(lines, 'info', { message: `${name}: ${text}` }),
    offer: () => {},
    ready: (message, facts) => write(lines, 'info', { message, ...facts }),
    note: (message) => write(process.stderr, 'info', { message }),
    problem: (message) => write(process.stderr, 'error', { message }),
    request: ({ milliseconds, ...request }) => {
      const facts = { message: 'request', ...request, ms: Number(milliseconds.toFixed(3)) };
      write(process.stderr, 'info', facts);
    },
  };
}

type Colours = ReturnType<typeof pc.createColors>;

/** Colours if the stream is a terminal that supports them and `NO_COLOR` is not set. */
function coloursOf(stream: NodeJS.WriteStream): Colours {
  return pc.createColors(stream.isTTY === true && stream.hasColors());
}

function colourOf(status: number, colours: Colours): (text: string) => string {
  if (status >= 500) return colours.red;
  return status >= 400 ? colours.yellow : colours.green;
}

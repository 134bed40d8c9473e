import pc from 'picocolors';
import { machineTime } from '../foundation/clock.js';
import type { AnsweredRequest } from '../server/request-log.js';

export interface OutputOptions {
  /** Only the line that says that the server is ready, and what goes wrong. */
  quiet?: boolean | undefined;
  /** Every line is a JSON object. */
  jsonLogs?: boolean | undefined;
  /** Where lines about the start go; everything else goes to standard error. Default: standard output. */
  lines?: NodeJS.WriteStream | undefined;
}

/** What the command line says while it runs. No line holds a token, but for the one of a persona for trying it out. */
export interface Output {
  /** A line of the start that one reads. */
  say(name: string, text: string): void;
  /** As `say`, for what has no place in a log that is kept. */
  offer(name: string, text: string): void;
  /** The last line of the start; others wait for it. */
  ready(text: string, facts: Readonly<Record<string, unknown>>): void;
  /** What happens later on. */
  note(text: string): void;
  problem(text: string): void;
  /** Left out where nobody is to be told of requests: each would be made a line of first. */
  request?: ((request: AnsweredRequest) => void) | undefined;
}

export function createOutput({ quiet = false, jsonLogs = false, lines = process.stdout }: OutputOptions): Output {
  const output = jsonLogs ? jsonOutput(lines) : textOutput(lines);
  const nothing = () => {};
  return quiet ? { ...output, say: nothing, offer: nothing, note: nothing, request: undefined } : output;
}

function textOutput(lines: NodeJS.WriteStream): Output {
  const plain = coloursOf(lines);
  const errors = coloursOf(process.stderr);
  const say = (name: string, text: string) => void lines.write(`${plain.dim(name.padEnd(8))} ${text}\n`);
  return {
    say,
    offer: say,
    // Programs wait for this line: it is the same everywhere.
    ready: (text) => void lines.write(`${text}\n`),
    note: (text) => void process.stderr.write(`briefs-mock: ${text}\n`),
    problem: (text) => void process.stderr.write(`${errors.red('briefs-mock:')} ${text}\n`),
    request: ({ method, path, status, milliseconds, session }) => {
      const result = status === null ? errors.red('aborted') : colourOf(status, errors)(String(status));
      const where = session === undefined ? '' : ` ${errors.dim(`session ${session}`)}`;
      process.stderr.write(`${method} ${path} ${result} ${errors.dim(`${milliseconds.toFixed(1)} ms`)}${where}\n`);
    },
  };
}

function jsonOutput(lines: NodeJS.WriteStream): Output {
  const write = (stream: NodeJS.WriteStream, level: string, facts: object) => {
    stream.write(`${JSON.stringify({ time: machineTime(), level, ...facts })}\n`);
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

/** Colours where a terminal shows them and `NO_COLOR` does not forbid them. */
function coloursOf(stream: NodeJS.WriteStream): Colours {
  return pc.createColors(stream.isTTY === true && stream.hasColors());
}

function colourOf(status: number, colours: Colours): (text: string) => string {
  if (status >= 500) return colours.red;
  return status >= 400 ? colours.yellow : colours.green;
}

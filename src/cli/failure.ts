import { createOutput, type Output } from './output.js';

export const exitCodes = { failure: 1, wrongUsage: 2, nothingRead: 9, cannotTell: 9, notStarted: 127 } as const;

/** Reports an error and exits: with 2 for a MockError, which means invalid flags or settings, otherwise with 1. */
export function fail(error: unknown, output: Output = createOutput()): never {
  output.problem(explain(error));
  process.exit(isMockError(error) ? exitCodes.wrongUsage : exitCodes.failure);
}

/** Checks the name instead of using instanceof, because importing the class would load the mock. */
function isMockError(error: unknown): boolean {
  return error instanceof Error && error.name === 'MockError';
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message, port, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (code === 'EADDRINUSE')
    return `port ${port} on ${address} is already in use; choose another port, or use --port 0 for any free port`;
  if (code === 'ENOTFOUND')
    return `the host ${hostname} was not found; --host takes an IP address or a host name of this machine`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine; choose another with --host`;
  if (code === 'EACCES' && port !== undefined)
    return `no permission to listen on port ${port} of ${address}; choose another port with --port`;
  return message;
}

/**
 * Goes on when an output can no longer be written. This is not a failure if it was closed: a program such as `head` closes the pipe
 * before it has read everything (EPIPE), and a terminal may be closed while the server runs (EIO).
 */
export function surviveFailedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE' || code === 'EIO') return;
      process.exitCode = exitCodes.failure;
      if (stream === process.stdout) createOutput().problem(`standard output cannot be written: ${message}`);
    });
  }
}

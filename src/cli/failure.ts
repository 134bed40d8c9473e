import { createOutput, type Output } from './output.js';

/** How the process ends when it does not end well. */
export const exitCodes = { failure: 1, wrongUsage: 2, notStarted: 127 } as const;

/** Says what went wrong and ends the process: as wrong usage for what the mock refuses, else as a failure. */
export function fail(error: unknown, output: Output = createOutput({})): never {
  output.problem(explain(error));
  process.exit(isRefusal(error) ? exitCodes.wrongUsage : exitCodes.failure);
}

/** Whether the mock has refused its options; its class is not asked for, as that would load the mock. */
function isRefusal(error: unknown): boolean {
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
    return `port ${port} of ${address} is taken; choose another with --port, or 0 for a free one`;
  if (code === 'ENOTFOUND') return `there is no host ${hostname}; --host takes an address or a name of this machine`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine`;
  if (code === 'EACCES' && port !== undefined) return `port ${port} of ${address} may not be opened by this user`;
  return message;
}

/** Who reads our output may leave before the end, as `head` does: no reason to end with a crash. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

import { stat } from 'node:fs/promises';
import { type Exchange, type Report, readHar, Traffic } from '../../tools/conform/index.js';
import { wrongFile } from '../foundation/file-kind.js';
import { machineTime } from '../foundation/machine.js';
import { fileErrorText, readText } from '../server/snapshot-file.js';
import type { Expectations } from './conform-server.js';

/** The largest recording, in bytes. Reading it takes about three times as much memory. */
const SIZE_LIMIT = 256 * 1024 * 1024;

/** Compares a recording with the mock. @throws Error if the file cannot be read */
export async function compareRecording(file: string, expected: Expectations): Promise<Report> {
  const traffic = new Traffic({ against: file, at: machineTime(), ...expected });
  for (const exchange of await readRecording(file)) traffic.add(exchange);
  return traffic.report();
}

/** The requests to the APIs in a recording. @throws Error that names the file */
export async function readRecording(file: string): Promise<Exchange[]> {
  try {
    const json: unknown = JSON.parse(await textOf(file));
    const problem = wrongFile(json, 'HAR file');
    if (problem !== undefined) throw new Error(problem);
    return readHar(json);
  } catch (error) {
    throw new Error(`the recording ${file} cannot be read: ${fileErrorText(error, file)}`);
  }
}

async function textOf(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > SIZE_LIMIT) {
    const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
    throw new Error(
      `it has ${megabytes(size)}, and at most ${megabytes(SIZE_LIMIT)} are read; filter the requests by the paths of the APIs, and export only these`,
    );
  }
  return readText(file);
}

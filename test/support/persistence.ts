import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock, type Snapshot } from 'briefs-mock';
import { expect } from 'vitest';
import { temporaryFolder } from './cli.js';

/** The columns of a client with this name. */
export function clientOf(name: string) {
  return { name, short_name: name, display_name: name, type: 'company' };
}

/** Creates a client at a server, and resolves when the server has answered. */
export async function addClient(url: string, name: string, headers: Record<string, string> = {}): Promise<void> {
  const body = JSON.stringify(clientOf(name));
  const response = await fetch(`${url}/__mock/data/client`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

/** The names of the clients at a server. */
export async function clientsAt(url: string): Promise<string[]> {
  const response = await fetch(`${url}/__mock/data/client`);
  const { data } = (await response.json()) as { data: { name: string }[] };
  return data.map(({ name }) => name);
}

/** Reads and validates a snapshot file. @throws for a missing, truncated or invalid file. */
async function stateIn(file: string): Promise<Snapshot> {
  return createMock({ snapshot: JSON.parse(await readFile(file, 'utf8')) }).snapshot();
}

/** The names of the clients in a snapshot file. */
export async function clientsIn(file: string): Promise<string[]> {
  const { tables } = await stateIn(file);
  return tables.client.map(({ name }) => name);
}

/** Waits until a snapshot file contains a client with the name. */
export async function untilSaved(file: string, name: string): Promise<void> {
  await expect.poll(() => clientsIn(file).catch(() => []), { interval: 20 }).toContain(name);
}

/** The files as they are now, as a server finds them that starts after this one was killed. */
export async function crashed(file: string): Promise<string> {
  const copy = join(await temporaryFolder(), 'state.json');
  for (const suffix of ['', '.log', '.log.next']) {
    await copyFile(`${file}${suffix}`, `${copy}${suffix}`).catch(() => {});
  }
  return copy;
}

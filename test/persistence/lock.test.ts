import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bin, follow, inherited, ready, run, start, stop, temporaryFolder } from '../support/cli.js';
import { addClient, clientsAt, untilSaved } from '../support/persistence.js';

describe('The lock of a state file', () => {
  it('makes a second server exit with 1 and an explanation, also through a symlink', async () => {
    const refused = async (isThere: boolean, names: string[]) => {
      const folder = await temporaryFolder();
      const file = join(folder, 'state.json');
      await symlink('state.json', join(folder, 'link.json'));
      await symlink(folder, join(folder, 'here'));
      const server = await start(['--scenario', 'empty', '--state', file]);
      if (isThere) {
        await addClient(server.url, 'one');
        await untilSaved(file, 'one');
      }
      const others = names.map((name) => run(['--port', '0', '--state', name], {}, folder));
      for (const { exit, errors, output } of others) {
        expect(await exit).toBe(1);
        expect(errors()).toContain(
          `The state file ${file} is in use by another server; stop that server, or choose another`,
        );
        expect(output()).toBe('');
      }
      expect(await clientsAt(server.url)).toEqual(isThere ? ['one'] : []);
    };
    const links = [join('here', 'state.json'), join('here', 'link.json')];
    await Promise.all([refused(true, links), refused(false, links.slice(1))]);
  });

  it('is released when the server stops, so the next server can start', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    await stop(await start(['--scenario', 'empty', '--state', file]));
    const { errors } = await start(['--scenario', 'empty', '--state', file]);
    expect(errors()).toBe('');
  });

  it('does not expire while the process of the server is busy', async () => {
    const file = join(await temporaryFolder(), 'state.json');
    const dist = (name: string) => JSON.stringify(new URL(`./${name}.js`, pathToFileURL(bin)).href);
    // `spawnSync` blocks this process for longer than a lock lasts, while another process tries to lock the file.
    const program = `
      import { spawnSync } from 'node:child_process';
      import { createMock } from ${dist('index')};
      import { createServer } from ${dist('server')};
      const server = await createServer(createMock(), { port: 0, state: ${JSON.stringify(file)} }).listen();
      console.log('It is ready on ' + server.url);
      const other = spawnSync(process.execPath, ${JSON.stringify([bin, '--port', '0', '--state', file])}, { encoding: 'utf8' });
      await server.close();
      console.log(JSON.stringify(other));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: inherited() });
    const server = await ready(follow(child));
    expect(await server.exit).toBe(0);
    expect(server.errors()).toBe('');
    const { status, stderr } = JSON.parse(server.output().split('\n')[1] as string);
    expect(stderr).toContain('is in use by another server');
    expect(status).toBe(1);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

/**
 * Runs nginx with the text for its block `http`, and its files in a folder. Resolves when it listens, to a function that
 * stops it.
 */
export async function runNginx(folder: string, http: string): Promise<() => Promise<void>> {
  const file = (name: string) => join(folder, name);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${file(name)};`,
  );
  const configuration = `
    daemon off;
    master_process off;
    pid ${file('nginx.pid')};
    events {}
    http {
      access_log off;
      keepalive_requests 10000;
      ${temporary.join('\n')}
      ${http}
    }`;
  await writeFile(file('nginx.conf'), configuration);
  const nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', file('nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Debian installs it where only root looks.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = once(nginx, 'close');
  // It writes this file when it listens.
  await vi.waitFor(() => access(file('nginx.pid')), 10_000);
  return async () => {
    nginx.kill();
    await ended;
  };
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runDaemon } from './daemon.js';

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
  return runDaemon('nginx', ['-p', folder, '-e', 'stderr', '-c', file('nginx.conf')], file('nginx.pid'));
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../..');
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Every entry of the package that exports code, such as `briefs-mock/server`. */
export const entries: string[] = Object.keys(manifest.exports)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => path.replace('.', manifest.name));

/** A project in a temporary folder that contains only what it installs. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'briefs-mock-user-'));

  constructor(type: 'module' | 'commonjs') {
    this.write('package.json', JSON.stringify({ name: 'user', private: true, type }));
  }

  install(...packages: string[]): void {
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    this.run('npm', 'install', ...flags, ...packages);
  }

  installBriefsMock(): void {
    this.install(inject('tarball'));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text);
  }

  /** Writes a program, runs it with Node, and returns what it printed, read as JSON. */
  evaluate(file: string, program: string): unknown {
    this.write(file, program);
    return JSON.parse(this.run(process.execPath, file));
  }

  /**
   * Type-checks one file, strictly, as Node would load it, with an installed compiler, and with the types of Node unless `isPage`.
   * Throws with the compiler's messages.
   */
  typeCheck(file: string, program: string, typescript: 'typescript' | 'typescript7', isPage = false): void {
    this.write(file, program);
    const compiler = join(root, 'node_modules', typescript, 'bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
    const ofNode = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    const typeOptions = isPage ? ['--typeRoots', 'none'] : ofNode;
    this.run(process.execPath, compiler, ...options, ...typeOptions, file);
  }

  /** Runs a command here and returns its standard output. Throws, with all its output, if it fails. */
  run(command: string, ...args: string[]): string {
    try {
      return execFileSync(command, args, { cwd: this.folder, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`);
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

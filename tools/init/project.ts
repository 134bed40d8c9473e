import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPlainObject } from '../../src/foundation/is-object.js';
import { malformed, notFound } from '../../src/foundation/mock-error.js';
import { parseJson, withoutMark } from '../../src/foundation/parse-json.js';
import { jsonLike } from './edit.js';
import { textOf } from './text-of.js';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** What the mock reads of a project. */
export class Project {
  readonly root: string;
  readonly #text: string;
  readonly #manifest: Manifest;

  /** @throws MockError `not_found` if the folder has no package.json, `malformed_data` for one that cannot be read. */
  constructor(root: string) {
    this.root = root;
    const text = this.read('package.json');
    if (text === undefined) {
      throw notFound(`There is no package.json in ${root}; run it in the folder of your application`);
    }
    const manifest = parseJson(withoutMark(text));
    if (!isPlainObject(manifest)) {
      throw malformed(`package.json in ${root} is not a JSON object; correct it first`);
    }
    this.#text = text;
    this.#manifest = manifest;
  }

  /** The text of a file; undefined if there is none. @throws Error if it cannot be read, or if there can be no such file */
  read(file: string): string | undefined {
    return textOf(this.root, file);
  }

  /** The first of these files that is there. */
  find(files: readonly string[]): string | undefined {
    return files.find((file) => existsSync(join(this.root, file)));
  }

  get hasTypeScript(): boolean {
    return this.find(['tsconfig.json']) !== undefined;
  }

  dependsOn(name: string): boolean {
    const { dependencies, devDependencies } = this.#manifest;
    return name in { ...dependencies, ...devDependencies };
  }

  /** Loads a package as the project would. @throws MockError `not_found` if it is not installed. */
  async load<Module>(name: string): Promise<Module> {
    try {
      const resolved = createRequire(join(this.root, 'package.json')).resolve(name);
      return (await import(pathToFileURL(resolved).href)) as Module;
    } catch {
      throw notFound(`${name} is not installed in ${this.root}; run npm install first`);
    }
  }

  /** The package.json with one more development dependency, written as it is. */
  manifestWith(name: string, version: string): string {
    const all = Object.entries({ ...this.#manifest.devDependencies, [name]: version });
    const devDependencies = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
    return jsonLike(this.#text, { ...this.#manifest, devDependencies });
  }
}

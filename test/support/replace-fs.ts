import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/** Replaces a function of a module of Node, such as `node:fs`, until the end of the test, also where it was imported by name. */
export function replaceFs<Part extends object, Name extends keyof Part>(
  part: Part,
  name: Name,
  wrap: (real: Part[Name]) => Part[Name],
): void {
  const set = (value: Part[Name]) => {
    part[name] = value;
    syncBuiltinESMExports();
  };
  const real = part[name];
  set(wrap(real));
  onTestFinished(() => set(real));
}

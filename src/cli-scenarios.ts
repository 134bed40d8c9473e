import { loadConfig } from './cli-config.js';
import { scenariosOf } from './cli-mock.js';

/** Prints every scenario with its personas. */
export async function scenarios({ config: file }: { config?: string }): Promise<void> {
  const config = await loadConfig(file);
  const texts = scenariosOf(config).map(({ name, description, personas }) => {
    const width = Math.max(0, ...personas.map(({ email }) => email.length));
    const people = personas.map(({ email, description }) => `  ${email.padEnd(width)}  ${description}`);
    return [name, `  ${description}`, ...people].join('\n');
  });
  process.stdout.write(`${texts.join('\n\n')}\n`);
}

import { loadConfig } from '../config.js';
import { scenariosOf } from '../configured-mock.js';
import { print } from '../output.js';

/** Prints every scenario with the e-mail, token and description of its personas. */
export async function scenarios({ config: file }: { config?: string }): Promise<void> {
  const config = await loadConfig(file);
  const texts = scenariosOf(config).map(({ name, description, personas }) => {
    const widthOf = (field: 'email' | 'token') => Math.max(0, ...personas.map((persona) => persona[field].length));
    const people = personas.map(({ email, token, description }) =>
      ['', email.padEnd(widthOf('email')), token.padEnd(widthOf('token')), description].join('  '),
    );
    return [name, `  ${description}`, ...people].join('\n');
  });
  print(texts.join('\n\n'));
}

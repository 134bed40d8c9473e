import type { Persona } from '../../src/scenario/scenario.js';

/** Personas from e-mails and descriptions. The part before the @ is the key, and the token is `<key>-token`. */
export function cast(descriptions: Readonly<Record<string, string>>): readonly Persona[] {
  return Object.entries(descriptions).map(([email, description]) => {
    const [key = ''] = email.split('@');
    return { key, email, token: `${key}-token`, description };
  });
}

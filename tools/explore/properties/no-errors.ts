import type { Property } from '../property.js';

/** The part of an error that is the same for every record. */
const kindOf = (text: string) => text.replaceAll(/\d+|"[^"]*"|'[^']*'/g, '…').slice(0, 160);

export const noErrors: Property = {
  name: 'no-errors',
  title: 'No error is left uncaught or written to the console',
  check: ({ errors }) =>
    errors.map(({ kind, text }) => ({
      key: kindOf(text),
      sentence: kind === 'uncaught' ? `the page does not catch “${text}”` : `the page writes the error “${text}”`,
      assertion: ['expect(errors).toEqual([]);'],
      needs: 'errors',
    })),
};

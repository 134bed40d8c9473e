import { isTroubled, type Property } from '../property.js';

export const usable: Property = {
  name: 'usable',
  title: 'Going back, forward and reloading leave a page that can be used',
  check({ isAtRest, since, look, start, calls }) {
    const last = since.at(-1)?.step.do;
    if (
      !isAtRest ||
      isTroubled(calls) ||
      // A page may say that the token has expired and offer nothing else.
      calls.some(({ status }) => status === 401) ||
      (last !== 'back' && last !== 'reload') ||
      start.usable === 0 ||
      look.usable > 0
    )
      return [];
    return [
      {
        key: last,
        sentence: 'nothing on the page can be clicked or typed into',
        assertion: [
          `const usable = page.locator('a[href], button:enabled, input:enabled, select:enabled').locator('visible=true');`,
          `expect(await usable.evaluateAll((all) => all.filter((one) => one.closest('[inert]') === null).length)).toBeGreaterThan(0);`,
        ],
      },
    ];
  },
};

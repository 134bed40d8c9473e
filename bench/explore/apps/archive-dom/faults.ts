import { press } from '../../harness/acts.js';
import type { Fault } from '../../harness/fault.js';

export const faults: Fault[] = [
  {
    name: 'late-day',
    kind: 'late answer',
    sentence: 'The answer for a day that was left replaces the day that is open.',
    async isRight(stage) {
      await press(stage, 'Front Page');
      const send = stage.hold('GET', /1-2026030301$/);
      await stage.page.getByLabel('Day').selectOption('2026-03-03');
      await press(stage, 'Energy Today');
      await send();
      return stage.page.getByRole('heading', { name: 'Energy Today' }).isVisible();
    },
  },
  {
    name: 'stale-saved',
    kind: 'stale view',
    sentence: 'The list of saved issues does not follow when an issue is saved.',
    async isRight(stage) {
      await press(stage, 'Front Page');
      await press(stage, 'Save this issue');
      return !(await stage.page.getByRole('button', { name: 'Front Page, March 4, 2026' }).isVisible());
    },
  },
  {
    name: 'unhandled-failure',
    kind: 'uncaught error',
    sentence: 'If an issue cannot be loaded, nothing is said, and the rejection is not handled.',
    async isRight(stage) {
      stage.mock.faults.add({ path: '/public-api/v1/brief/:brief_slug', status: 500 });
      await press(stage, 'Front Page');
      return stage.errors.length === 0;
    },
  },
  {
    name: 'back-ignored',
    kind: 'history',
    sentence: 'Going back changes the address and leaves the page as it is.',
    async isRight(stage) {
      await press(stage, 'Front Page');
      await press(stage, 'Energy Today');
      await stage.page.goBack();
      await stage.quiet();
      return stage.page.getByRole('heading', { name: 'Front Page' }).isVisible();
    },
  },
  {
    name: 'silent-expiry',
    kind: 'another person or day',
    sentence: 'After the token has expired, clicks do nothing, and nothing says why.',
    async isRight(stage) {
      stage.mock.faults.add({ path: '/public-api/*', status: 401 });
      await press(stage, 'Front Page');
      return stage.page.getByText('Sign in again').isVisible();
    },
  },
];

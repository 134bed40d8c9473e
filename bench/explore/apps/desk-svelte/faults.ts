import { passes, press } from '../../harness/acts.js';
import type { Fault, Stage } from '../../harness/fault.js';

/** Opens the page again half an hour before midnight, with a clock that can be moved. */
async function beforeMidnight({ page, quiet }: Stage): Promise<void> {
  await page.clock.install({ time: '2026-03-04T23:30:00Z' });
  await page.reload();
  await quiet();
}

export const faults: Fault[] = [
  {
    name: 'no-source',
    kind: 'uncaught error',
    sentence: 'A brief with an article that has no source does not open.',
    async isRight(stage) {
      await press(stage, 'Farm & Food');
      return stage.errors.length === 0 && (await stage.page.getByRole('heading', { name: 'Farm & Food' }).isVisible());
    },
  },
  {
    name: 'wrong-gid',
    kind: 'refused request',
    sentence: 'Removing a saved article names the article where the brief belongs, which the service refuses.',
    async isRight(stage) {
      await stage.page.getByRole('tab', { name: 'Saved' }).click();
      await stage.quiet();
      await stage.page
        .getByRole('button', { name: /^Remove / })
        .first()
        .click();
      await stage.quiet();
      return stage.mock.requests.count({ method: 'DELETE', status: 200 }) === 1;
    },
  },
  {
    name: 'lone-tabs',
    kind: 'accessibility',
    sentence: 'The tabs are in no list of tabs.',
    isRight: (stage) => passes(stage, 'aria-required-parent'),
  },
  {
    name: 'yesterday',
    kind: 'another person or day',
    sentence: "After midnight, the issue of yesterday is still called today's.",
    async isRight(stage) {
      await beforeMidnight(stage);
      await press(stage, 'Front Page');
      await stage.page.clock.fastForward('45:00');
      await stage.quiet();
      return (await stage.page.getByText("Today's issue").count()) === 0;
    },
  },
  {
    name: 'silent-expiry',
    kind: 'another person or day',
    sentence: 'After the token has expired, the page goes on as if nothing had happened.',
    async isRight(stage) {
      await beforeMidnight(stage);
      await press(stage, 'Front Page');
      stage.mock.faults.add({ path: '/public-api/*', status: 401 });
      await stage.page.clock.fastForward('02:00');
      await stage.quiet();
      return stage.page.getByText('Sign in again').isVisible();
    },
  },
];

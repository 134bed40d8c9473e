import { passes, press } from '../../harness/acts.js';
import type { Fault } from '../../harness/fault.js';

export const faults: Fault[] = [
  {
    name: 'no-rollback',
    kind: 'missing rollback',
    sentence: 'A name that could not be saved stays in the list.',
    async isRight(stage) {
      stage.mock.faults.add({ method: 'PUT', status: 500 });
      await press(stage, 'Essential');
      await press(stage, 'Rename');
      await stage.page.getByRole('textbox', { name: 'Name' }).fill('Basic');
      await press(stage, 'Save');
      return stage.page.getByRole('heading', { name: 'Essential' }).isVisible();
    },
  },
  {
    name: 'fraction',
    kind: 'refused request',
    sentence: 'Moving a feature up sends a fraction as its order, which the service refuses.',
    async isRight(stage) {
      await press(stage, 'Essential');
      await stage.page
        .getByRole('button', { name: /^Move / })
        .first()
        .click();
      await stage.quiet();
      return stage.mock.requests.count({ method: 'PUT', status: 400 }) === 0;
    },
  },
  {
    name: 'switch-state',
    kind: 'accessibility',
    sentence: 'The switch that puts a package on sale does not say whether it is on.',
    async isRight(stage) {
      await press(stage, 'Essential');
      return passes(stage, 'aria-required-attr');
    },
  },
  {
    name: 'endless-loading',
    kind: 'endless wait',
    sentence: 'If the features cannot be loaded, the page says "Loading…" for ever.',
    async isRight(stage) {
      stage.mock.faults.add({ path: '/user-data/v1/feature', abort: true });
      await stage.page.reload();
      await stage.quiet();
      return (await stage.page.getByText('Loading…').count()) === 0;
    },
  },
  {
    name: 'stuck-page',
    kind: 'history',
    sentence: 'Going back from the dialog closes it, but nothing on the page can be clicked.',
    async isRight(stage) {
      await press(stage, 'Essential');
      await press(stage, 'Rename');
      await stage.page.goBack();
      await stage.quiet();
      return (await stage.page.locator('main[inert]').count()) === 0;
    },
  },
];

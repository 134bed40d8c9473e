import { press, pressTwice } from '../../harness/acts.js';
import type { Fault } from '../../harness/fault.js';

export const faults: Fault[] = [
  {
    name: 'stale-details',
    kind: 'stale view',
    sentence: 'After saving, the details still show the old name.',
    async isRight(stage) {
      await press(stage, 'Bruno Keller');
      await stage.page.getByLabel('First name').fill('Brno');
      await press(stage, 'Save');
      return stage.page.getByRole('heading', { name: 'Brno Keller' }).isVisible();
    },
  },
  {
    name: 'double-create',
    kind: 'double submission',
    sentence: 'A second click on Add sends the new person again.',
    async isRight(stage) {
      await stage.page.getByLabel('First name').fill('Bo');
      await stage.page.getByLabel('Last name').fill('Ek');
      await stage.page.getByLabel('E-mail').fill('bo@mailbox.example');
      return (await pressTwice(stage, stage.page.getByRole('button', { name: 'Add', exact: true }), 'POST')) === 1;
    },
  },
  {
    name: 'type-label',
    kind: 'refused request',
    sentence: 'The type of a person is sent as its label, which the service refuses.',
    async isRight(stage) {
      await press(stage, 'Bruno Keller');
      await stage.page.getByLabel('Type').selectOption({ label: 'Normal' });
      await press(stage, 'Save');
      return stage.mock.requests.count({ method: 'PUT', status: 200 }) === 1;
    },
  },
  {
    name: 'no-client',
    kind: 'uncaught error',
    sentence: 'Opening a person who has no client leaves an empty page.',
    async isRight(stage) {
      await press(stage, 'Erin Walsh');
      return stage.page.getByRole('heading', { name: 'Erin Walsh' }).isVisible();
    },
  },
  {
    name: 'removed-person',
    kind: 'history',
    sentence: 'Going back to a person who was removed leaves an empty page.',
    async isRight(stage) {
      await press(stage, 'Bruno Keller');
      await press(stage, 'Remove this person');
      await stage.page.goBack();
      await stage.quiet();
      return stage.page.getByRole('button', { name: 'Close' }).isVisible();
    },
  },
];

import { press, pressTwice } from '../../harness/acts.js';
import type { Fault } from '../../harness/fault.js';

export const faults: Fault[] = [
  {
    name: 'double-add',
    kind: 'double submission',
    sentence: 'A second click on a brief adds it to the client again, which the service refuses.',
    async isRight(stage) {
      await press(stage, 'Northwind Energy');
      const add = stage.page.getByRole('button', { name: 'Add brief-farm-and-food' });
      return (await pressTwice(stage, add, 'POST')) === 1;
    },
  },
  {
    name: 'endless-empty',
    kind: 'endless wait',
    sentence: 'The briefs of a client that has none are loading for ever.',
    async isRight(stage) {
      await press(stage, 'Meridian Health');
      return (await stage.page.getByText('Loading the briefs…').count()) === 0;
    },
  },
  {
    name: 'stale-list',
    kind: 'stale view',
    sentence: 'A client that was archived stays in the list of active clients.',
    async isRight(stage) {
      await press(stage, 'Northwind Energy');
      await press(stage, 'Archive');
      return (await stage.page.getByRole('button', { name: 'Northwind Energy' }).count()) === 0;
    },
  },
  {
    name: 'no-domain',
    kind: 'uncaught error',
    sentence: 'Opening a client without domains leaves an empty page.',
    async isRight(stage) {
      await press(stage, 'Fieldstone Growers');
      return stage.page.getByRole('heading', { name: 'Fieldstone Growers' }).isVisible();
    },
  },
  {
    name: 'lost-filter',
    kind: 'history',
    sentence: 'The address says which clients are listed, but reloading and going back ignore it.',
    async isRight(stage) {
      await press(stage, 'Archived');
      await stage.page.reload();
      await stage.quiet();
      return stage.page.getByRole('button', { name: 'Old Town Press' }).isVisible();
    },
  },
];

import { passes, press, pressTwice } from '../../harness/acts.js';
import type { Fault } from '../../harness/fault.js';

const first = 'Front Page, March 4, 2026';
const remove = `Remove ${first}`;

export const faults: Fault[] = [
  {
    name: 'late-list',
    kind: 'late answer',
    sentence: 'A list that was requested before a removal brings the removed item back.',
    async isRight(stage) {
      const send = stage.hold('GET', /\/bookmark\/brief$/);
      await press(stage, 'Refresh');
      await press(stage, remove);
      await send();
      return !(await stage.page.getByText(first).isVisible());
    },
  },
  {
    name: 'no-rollback',
    kind: 'missing rollback',
    sentence: 'An item whose removal was refused stays away.',
    async isRight(stage) {
      stage.mock.faults.add({ method: 'DELETE', status: 500 });
      await press(stage, remove);
      return stage.page.getByText(first).isVisible();
    },
  },
  {
    name: 'double-undo',
    kind: 'double submission',
    sentence: 'A second click on Undo saves the item again.',
    async isRight(stage) {
      await press(stage, remove);
      return (await pressTwice(stage, stage.page.getByRole('button', { name: 'Undo' }), 'POST')) === 1;
    },
  },
  {
    name: 'stale-count',
    kind: 'stale view',
    sentence: 'The count of saved items does not follow a removal.',
    async isRight(stage) {
      const before = Number.parseInt(await stage.page.getByText(/^\d+ saved$/).innerText(), 10);
      await press(stage, remove);
      return stage.page.getByText(`${before - 1} saved`, { exact: true }).isVisible();
    },
  },
  {
    name: 'nameless-button',
    kind: 'accessibility',
    sentence: 'The buttons that remove an item have no name.',
    isRight: (stage) => passes(stage, 'button-name'),
  },
];

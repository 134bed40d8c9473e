import { press } from '../../harness/acts.js';
import type { Fault, Stage } from '../../harness/fault.js';

async function choose({ page, quiet }: Stage, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).selectOption(option);
  await quiet();
}

export const faults: Fault[] = [
  {
    name: 'late-application',
    kind: 'late answer',
    sentence: 'The preferences of the application that was left appear in the one that is open.',
    async isRight(stage) {
      await choose(stage, 'Application', 'Briefs Mobile');
      const send = stage.hold('GET', /user-application-preference\/1\/1$/);
      await choose(stage, 'Application', 'Briefs Web');
      await choose(stage, 'Application', 'Briefs Mobile');
      await send();
      return (await stage.page.getByLabel('Digest').count()) === 0;
    },
  },
  {
    name: 'no-rollback',
    kind: 'missing rollback',
    sentence: 'A frequency that could not be saved stays selected.',
    async isRight(stage) {
      stage.mock.faults.add({ method: 'PUT', status: 500 });
      await choose(stage, 'Digest', 'never');
      return (await stage.page.getByLabel('Digest').inputValue()) === 'weekly';
    },
  },
  {
    name: 'endless-saving',
    kind: 'endless wait',
    sentence: 'After a refused write, the page says "Saving…" and stays disabled.',
    async isRight(stage) {
      stage.mock.faults.add({ method: 'PUT', status: 500 });
      await choose(stage, 'Digest', 'never');
      return !(await stage.page.getByText('Saving…').isVisible());
    },
  },
  {
    name: 'id-as-text',
    kind: 'refused request',
    sentence: 'Following a topic sends the id of the preference as text, which the service refuses.',
    async isRight(stage) {
      await press(stage, 'Follow topic_ports');
      return stage.page.getByRole('button', { name: 'Stop following topic_ports' }).isVisible();
    },
  },
  {
    name: 'foreign-rows',
    kind: 'another person or day',
    sentence: 'Without the filter for one application, the values of other people are shown too.',
    async isRight(stage) {
      await stage.page.getByLabel('In all applications').check();
      await stage.quiet();
      return !(await stage.page.getByText('chloe@meridian.example').first().isVisible());
    },
  },
];

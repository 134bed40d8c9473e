import { passes, press, pressTwice } from '../../harness/acts.js';
import type { Fault } from '../../harness/fault.js';

const unsaved = 'section button[aria-pressed=false]';

export const faults: Fault[] = [
  {
    name: 'late-document',
    kind: 'late answer',
    sentence: 'The answer for a brief that was left replaces the brief that is open.',
    async isRight(stage) {
      const send = stage.hold('GET', /\/brief\/front-page$/);
      await press(stage, 'Front Page');
      await press(stage, 'Energy Today');
      await send();
      return stage.page.getByRole('heading', { name: 'Energy Today' }).isVisible();
    },
  },
  {
    name: 'no-rollback',
    kind: 'missing rollback',
    sentence: 'A bookmark that could not be saved stays shown as saved.',
    async isRight(stage) {
      await press(stage, 'Front Page');
      const name = (await stage.page.locator(unsaved).first().getAttribute('aria-label')) ?? '';
      stage.mock.faults.add({ method: 'POST', status: 500 });
      await press(stage, name);
      return (await stage.page.getByRole('button', { name }).getAttribute('aria-pressed')) === 'false';
    },
  },
  {
    name: 'double-save',
    kind: 'double submission',
    sentence: 'A second click while the bookmark is being saved sends it again.',
    async isRight(stage) {
      await press(stage, 'Front Page');
      const name = (await stage.page.locator(unsaved).first().getAttribute('aria-label')) ?? '';
      return (await pressTwice(stage, stage.page.getByRole('button', { name }), 'POST')) === 1;
    },
  },
  {
    name: 'endless-loading',
    kind: 'endless wait',
    sentence: 'After a broken connection, the brief stays busy.',
    async isRight(stage) {
      stage.mock.faults.add({ path: '/public-api/v1/brief/:brief_slug', abort: true });
      await press(stage, 'Front Page');
      return (await stage.page.locator('[aria-busy=true]').count()) === 0;
    },
  },
  {
    name: 'missing-label',
    kind: 'accessibility',
    sentence: 'The field that filters the briefs has no label.',
    isRight: (stage) => passes(stage, 'label'),
  },
];

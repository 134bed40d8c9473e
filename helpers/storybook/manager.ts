// What Storybook runs in its own page, around that of the story.
import { createElement } from 'react';
import { addons, types } from 'storybook/manager-api';

/** The name under which `mountConsole` in the page of the story finds the tab; see console/panel/storybook-tab.ts. */
const TAB = 'briefs-mock:tab';

/** Offers the tab to the page of the story, or takes it back. */
function offer(tab: HTMLElement | null): void {
  Object.assign(window, { [TAB]: tab });
  window.dispatchEvent(new Event(TAB));
}

/** What is typed in the tab is not for Storybook, which would take a 1, 2 or 3 for a shortcut, and Escape from a dialog. */
function keepKeys(event: Event): void {
  event.stopPropagation();
}

addons.register('briefs-mock', () => {
  addons.add('briefs-mock/panel', {
    type: types.PANEL,
    title: 'Mock',
    // While the tab is closed, nothing is in it, and nothing follows the mock.
    render: ({ active }) =>
      active ? createElement('div', { ref: offer, onKeyDown: keepKeys, style: { blockSize: '100%' } }) : null,
  });
});

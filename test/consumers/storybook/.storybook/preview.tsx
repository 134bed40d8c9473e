import type { Preview } from '@storybook/react-vite';
import { mountConsole } from 'briefs-mock/console';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { configure } from 'storybook/test';
import { mock, tokenOf } from './mock';

// A busy machine can be slow.
configure({ asyncUtilTimeout: 20_000 });

// The console, in the tab "Mock" beside the story.
mountConsole(mock, { dock: 'tab' });

const menu = (title: string, icon: 'user' | 'database' | 'lightning', items: string[]) => ({
  toolbar: { title, icon, items, dynamicTitle: true },
});

const preview: Preview = {
  globalTypes: {
    persona: menu(
      'Persona',
      'user',
      newsroom.personas.map(({ key }) => key),
    ),
    scenario: menu(
      'Scenario',
      'database',
      mock.scenarios.map(({ name }) => name),
    ),
    fault: menu('Fault', 'lightning', ['none', ...mock.faults.profiles.map(({ name }) => name)]),
  },
  initialGlobals: { persona: 'erin', scenario: 'newsroom', fault: 'none' },
  // Each story starts from the seeded state, whatever the one before it did.
  beforeEach({ globals, msw }) {
    mock.reset({ scenario: globals.scenario });
    if (globals.fault !== 'none') mock.faults.apply(globals.fault);
    msw.use(...createHandlers(mock));
  },
  decorators: [
    // The key makes the story load its data again after a change in the toolbar.
    (Story, { args, globals: { persona, scenario, fault } }) => (
      <Story key={[persona, scenario, fault].join()} args={{ ...args, token: tokenOf(persona) }} />
    ),
  ],
};

export default preview;

import type { Preview } from '@storybook/react-vite';
import { createHandlers } from 'briefs-mock/handlers';
import { configure } from 'storybook/test';
import { mock } from './mock';

// A busy machine can be slow.
configure({ asyncUtilTimeout: 20_000 });

const preview: Preview = {
  // Each story starts from the seeded state, whatever the one before it did.
  beforeEach({ msw }) {
    mock.reset();
    msw.use(...createHandlers(mock));
  },
};

export default preview;

import type { StorybookConfig } from '@storybook/react-vite';

const config: StorybookConfig = {
  framework: '@storybook/react-vite',
  stories: ['../src/**/*.stories.tsx'],
  staticDirs: ['../public'],
  addons: ['msw-storybook-addon', '@storybook/addon-vitest', 'briefs-mock/storybook'],
};

export default config;

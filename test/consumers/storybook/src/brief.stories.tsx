import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, within } from 'storybook/test';
import { mock } from '../.storybook/mock';
import { Brief } from './brief';

const meta = {
  component: Brief,
  // The decorator in preview.tsx sets the token.
  args: { slug: 'health-watch', token: '' },
} satisfies Meta<typeof Brief>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Bookmarking: Story = {
  play: async ({ canvas, userEvent }) => {
    const button = (await canvas.findAllByRole('button')).slice(-1)[0];
    const bookmarks = within(canvas.getByRole('list', { name: 'Bookmarks' }));
    const title = button.parentElement?.firstChild?.textContent ?? '';
    await expect(bookmarks.queryByText(title)).toBeNull();
    await userEvent.click(button);
    await bookmarks.findByText(title);
  },
};

export const Unmarked: Story = {
  play: async ({ canvas }) => {
    await canvas.findAllByRole('button');
    await expect(mock.data.bookmark.count({ where: { email: { equals: 'erin@mailbox.example' } } })).toBe(1);
  },
};

export const ALongTitle: Story = {
  beforeEach: () => {
    mock.data.article.updateMany({ where: {}, data: { title: 'A title that goes on and on and on' } });
  },
  play: async ({ canvas }) => {
    await canvas.findAllByText('A title that goes on and on and on');
  },
};

export const Loading: Story = {
  globals: { fault: 'loading' },
  play: async ({ canvas }) => {
    await canvas.findByRole('status');
    await expect(canvas.queryByRole('list')).toBeNull();
  },
};

export const NewUser: Story = {
  globals: { scenario: 'new-user', persona: 'nina' },
  play: async ({ canvas }) => {
    const bookmarks = await canvas.findByRole('list', { name: 'Bookmarks' });
    await expect(within(bookmarks).queryAllByRole('listitem')).toEqual([]);
    await expect(mock.scenario).toBe('new-user');
  },
};

export const Down: Story = {
  beforeEach: ({ msw }) => {
    msw.use(http.get('*/public-api/v1/brief/:slug', () => new HttpResponse(null, { status: 503 })));
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('alert');
  },
};

export const Loaded: Story = {
  globals: { fault: 'loading' },
  play: async ({ canvas }) => {
    await canvas.findByRole('status');
    mock.faults.withdraw('loading');
    await canvas.findByRole('list', { name: 'Bookmarks' });
  },
};

import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, within } from 'storybook/test';
import { mock } from '../.storybook/mock';
import { Brief } from './brief';

const meta = {
  component: Brief,
  args: { slug: 'front-page', token: mock.tokenFor('erin@mailbox.example') },
} satisfies Meta<typeof Brief>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Bookmarking: Story = {
  play: async ({ canvas, userEvent }) => {
    const bookmarks = within(canvas.getByRole('list', { name: 'Bookmarks' }));
    const [button] = await canvas.findAllByRole('button');
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

export const Down: Story = {
  beforeEach: ({ msw }) => {
    msw.use(http.get('*/public-api/v1/brief/:slug', () => new HttpResponse(null, { status: 503 })));
  },
  play: async ({ canvas }) => {
    await canvas.findByRole('alert');
  },
};

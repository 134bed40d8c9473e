import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { ReadingRoom } from './reading-room';

const { mock, server } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

let token: string;
beforeEach(() => {
  const { email } = mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  token = mock.tokenFor(email);
});

const listed = (name: string) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('listitem')
    .map((item) => item.firstChild?.textContent);

test('a reader opens a brief and bookmarks an article', async () => {
  const user = userEvent.setup();
  render(<ReadingRoom token={token} />);

  await user.click(await screen.findByRole('button', { name: 'Front Page' }));
  const [bookmark] = await screen.findAllByRole('button', { name: 'Bookmark' });
  const [title] = listed('Articles');
  await user.click(bookmark);

  await waitFor(() => expect(listed('Bookmarks')).toEqual([title]));
  expect(mock.data.bookmark.count({ where: { email: { equals: 'bo@acme.example' } } })).toBe(1);
});

test('a new reader has no bookmarks', async () => {
  render(<ReadingRoom token={token} />);
  await screen.findByRole('button', { name: 'Front Page' });
  expect(listed('Bookmarks')).toEqual([]);
  expect(mock.data.bookmark.count({ where: { email: { equals: 'bo@acme.example' } } })).toBe(0);
});

test('a service that is down', async () => {
  server.use(http.get('*/public-api/v1/brief', () => new HttpResponse(null, { status: 503 })));
  render(<ReadingRoom token={token} />);
  expect((await screen.findByRole('alert')).textContent).toBe('The service says 503');
});

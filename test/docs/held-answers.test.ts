import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test, vi } from 'vitest';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

/** An application that shows a page of a list, or that it is loading. */
function application(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const screen = { page: 0, text: '' };
  const open = async (page: number) => {
    screen.page = page;
    screen.text = 'Loading';
    const { status } = await fetch(`https://api.example.com/public-api/v1/brief?page=${page}`, { headers });
    if (screen.page === page) screen.text = `Page ${page}: ${status}`;
  };
  return { screen, open };
}

test('shows that it is loading, until the answer arrives', async () => {
  const { screen, open } = application(mock.tokenFor('alice@acme.example'));
  const { id } = mock.faults.add({ path: '/public-api/v1/brief', hold: true });
  void open(1);
  expect(screen.text).toBe('Loading');
  mock.faults.remove(id);
  await vi.waitFor(() => expect(screen.text).toBe('Page 1: 200'));
});

test('shows the page that was opened last, although the one before it arrives later', async () => {
  const { screen, open } = application(mock.tokenFor('alice@acme.example'));
  const { id } = mock.faults.add({ path: '/public-api/v1/brief', hold: true, times: 1 });
  const first = open(1);
  await vi.waitFor(() => expect(mock.requests.count({ path: '/public-api/v1/brief' })).toBe(1));
  await open(2);
  mock.faults.release(id);
  await first;
  expect(screen.text).toBe('Page 2: 200');
});

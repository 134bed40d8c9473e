import { render, screen, waitFor } from '@testing-library/react';
import { newsroom } from 'briefs-mock/seeds';
import { setupMock } from 'briefs-mock/vitest';
import { expect, test } from 'vitest';
import * as rtkQuery from './follow-with-rtk-query';
import * as swr from './follow-with-swr';
import * as tanstackQuery from './follow-with-tanstack-query';

const { mock } = setupMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });

const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test.each([
  ['TanStack Query', tanstackQuery],
  ['SWR', swr],
  ['RTK Query', rtkQuery],
])('a page that uses %s follows the mock', async (_name, { start }) => {
  const { token, user } = mock.make.bookmarkedArticle({ title: 'Ports reopen' });
  const { revision } = mock;
  render(start(mock, token));
  await waitFor(() => expect(listed()).toEqual(['Ports reopen']));
  // A load that changed something would cause the next load.
  expect(mock.revision).toBe(revision);

  // A write of somebody else, such as the console.
  mock.make.bookmarkedArticle({ title: 'Rain by noon', email: user.email });
  await waitFor(() => expect(listed().sort()).toEqual(['Ports reopen', 'Rain by noon']));
  mock.rewind(revision);
  await waitFor(() => expect(listed()).toEqual(['Ports reopen']));
});

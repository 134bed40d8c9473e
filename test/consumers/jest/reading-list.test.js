const { configure, screen, waitFor, within } = require('@testing-library/dom');
const { createMock } = require('briefs-mock');
const { createHandlers } = require('briefs-mock/handlers');
const { newsroom } = require('briefs-mock/seeds');
const { http, HttpResponse } = require('msw');
const { setupServer } = require('msw/node');
const { showReadingList } = require('./reading-list.js');

const mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
const server = setupServer(...createHandlers(mock));

// A busy machine can be slow.
configure({ asyncUtilTimeout: 20_000 });

// msw 2 reads onUnhandledRequest, and msw 3 onUnhandledFrame.
beforeAll(() => server.listen({ onUnhandledRequest: 'error', onUnhandledFrame: 'error' }));
beforeEach(() => mock.reset());
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/** Shows the list of somebody who is new. */
function showToNewReader() {
  const { email } = mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  return showReadingList(document.body, mock.tokenFor(email));
}

const listed = (name) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('listitem')
    .map((item) => item.textContent);

test('a reader opens a brief and bookmarks an article', async () => {
  await showToNewReader();
  screen.getByText('Front Page').click();
  await waitFor(() => expect(listed('Articles')).not.toEqual([]));

  const [title] = listed('Articles');
  screen.getByText(title).click();
  await waitFor(() => expect(listed('Bookmarks')).toEqual([title]));
});

test('a new reader does not see the bookmark of the test before', async () => {
  await showToNewReader();
  expect(listed('Briefs')).toContain('Front Page');
  expect(listed('Bookmarks')).toEqual([]);
});

test('an error is thrown when the service answers 503', async () => {
  server.use(http.get('*/public-api/v1/brief', () => new HttpResponse(null, { status: 503 })));
  await expect(showToNewReader()).rejects.toThrow('The service says 503');
});

// Typed arrays of jsdom are not those of Node.
test.each([
  ['fetch', (...sent) => fetch(...sent)],
  ['mock.fetch', mock.fetch],
])('%s sends a JSON body', async (_, send) => {
  const body = JSON.stringify([{ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }]);
  const { status } = await send('https://api.example.com/user-data/v1/user', { method: 'POST', body });
  expect(status).toBe(200);
  expect(mock.data.user.count({ where: { fname: { equals: 'Bo' } } })).toBe(1);
});

// Their code is loaded when it is first used.
test('control calls and the OpenAPI document are answered', async () => {
  const { scenario } = await (await mock.fetch('/__mock/health')).json();
  expect(scenario).toBe('newsroom');
  expect(Object.keys((await mock.openapi()).paths)).toContain('/public-api/v1/brief');
});

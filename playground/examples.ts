interface Example {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Requests to begin with. */
export const examples: readonly Example[] = [
  { title: 'List the briefs', method: 'GET', path: '/public-api/v1/brief' },
  { title: 'Read a document', method: 'GET', path: '/public-api/v1/brief/energy-today' },
  { title: 'Bookmark a document', method: 'POST', path: '/public-api/v1/bookmark/energy-today/1-2026030203' },
  { title: 'List the users', method: 'GET', path: '/user-data/v1/user' },
  {
    title: 'Create a user',
    method: 'POST',
    path: '/user-data/v1/user',
    body: [{ fname: 'Ines', lname: 'Vale', email: 'ines@acme.example' }],
  },
  {
    title: 'Answer 503 twice',
    method: 'POST',
    path: '/__mock/faults',
    body: { path: '/public-api/v1/brief', status: 503, times: 2 },
  },
  { title: 'Move the clock by a day', method: 'PUT', path: '/__mock/clock', body: { advance_seconds: 86_400 } },
];

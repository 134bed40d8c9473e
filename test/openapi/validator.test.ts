import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { expectDocumented } from '../support/openapi.js';
import { openapi } from '../support/openapi-document.js';
import { OpenApiValidator } from '../support/openapi-validator.js';

const validator = new OpenApiValidator(openapi);
const mock = createMock({ scenario: newsroom });

type Json = Record<string, never>;

/** Changes to an answer that the validator must detect. */
interface Tampering {
  status?: number;
  headers?: (headers: Headers) => void;
  body?: (json: { data: Json & Json[]; error: Json & Json[] }) => unknown;
}

async function problemsOf(method: string, path: string, { status, headers, body }: Tampering = {}): Promise<string[]> {
  const authorization = `Bearer ${mock.tokenFor('alice@acme.example')}`;
  const response = await mock.fork().fetch(path, { method, headers: { authorization, 'x-request-from': 'web' } });
  const changed = new Headers(response.headers);
  headers?.(changed);
  const json = await response.json();
  const text = JSON.stringify(body === undefined ? json : (body(json) ?? json));
  const answer = { status: status ?? response.status, headers: changed, text: method === 'HEAD' ? '' : text };
  return validator.answerProblems({ method, path }, answer);
}

describe('The validator accepts the answer of the mock to', () => {
  it.each([
    ['GET', '/public-api/v1/brief'],
    ['GET', '/public-api/v1/brief/front-page/'],
    ['GET', '/v1/brief/front-page'],
    ['GET', '/user-data/v1/client/1?verbose=yes'],
    ['GET', '/user-data/v1/client/99'],
    ['PUT', '/user-data/v1/client-brief/01'],
    ['GET', '/user-data/v1/no-such-thing'],
    ['GET', '/user-data/v2/client'],
    ['PATCH', '/user-data/v1/client/1'],
    ['GET', '/elsewhere'],
    ['GET', '/__mock/data/user/1'],
  ])('%s %s', async (method, path) => {
    expect(await problemsOf(method, path)).toEqual([]);
  });
});

describe('The validator detects', () => {
  it.each<[string, string, string, Tampering, RegExp]>([
    [
      'a missing field',
      'GET',
      '/public-api/v1/brief',
      { body: ({ data }) => Reflect.deleteProperty(data[0] ?? {}, 'slug') && undefined },
      /data\/0 must have required property 'slug'/,
    ],
    [
      'a missing field in a nested object',
      'GET',
      '/public-api/v1/brief/front-page',
      { body: ({ data }) => Reflect.deleteProperty(data.article?.[0] ?? {}, 'snippet') && undefined },
      /data\/article\/0 must have required property 'snippet'/,
    ],
    [
      'an undeclared field',
      'GET',
      '/user-data/v1/client/1',
      { body: ({ data }) => Object.assign(data[0] ?? {}, { colour: 'red' }) && undefined },
      /additional properties .*colour/,
    ],
    [
      'a value of a wrong type',
      'GET',
      '/user-data/v1/user/1',
      { body: ({ data }) => Object.assign(data[0] ?? {}, { id: '1' }) && undefined },
      /data\/0\/id must be integer/,
    ],
    ['a missing envelope', 'GET', '/user-data/v1/user/1', { body: ({ data }) => ({ data }) }, /status_code/],
    [
      'a status that the route does not declare',
      'GET',
      '/public-api/v1/brief',
      { status: 201 },
      /201 is not among 200, 400, 401/,
    ],
    [
      'an error status that the route does not declare',
      'GET',
      '/user-data/v1/client',
      { status: 409 },
      /409 is not among/,
    ],
    [
      'an error with a wrong code',
      'GET',
      '/user-data/v1/client/99',
      { body: ({ error }) => Object.assign(error, { code: 'gone' }) && undefined },
      /error\/code must be equal to one of the allowed values/,
    ],
    [
      'an error whose status_code differs from the status',
      'GET',
      '/user-data/v1/client/99',
      { body: (json) => ({ ...json, status_code: 400 }) },
      /status_code must be equal to constant/,
    ],
    [
      'the error format of another API',
      'GET',
      '/public-api/v1/brief/nowhere',
      { body: () => ({ error: { code: 'not_found', message: 'gone' } }) },
      /body must have required property 'data'/,
    ],
    [
      'a missing header',
      'GET',
      '/public-api/v1/brief',
      { headers: (headers) => headers.delete('x-request-id') },
      /X-Request-Id is missing/,
    ],
    [
      'an invalid header',
      'GET',
      '/public-api/v1/brief',
      { headers: (headers) => headers.set('x-request-id', '7') },
      /X-Request-Id must match format "uuid"/,
    ],
    [
      'an undeclared header',
      'GET',
      '/public-api/v1/brief',
      { headers: (headers) => headers.set('x-powered-by', 'tests') },
      /x-powered-by is not declared/,
    ],
    [
      'a missing Allow header',
      'DELETE',
      '/public-api/v1/brief',
      { headers: (headers) => headers.delete('allow') },
      /Allow is missing/,
    ],
    [
      'a wrong content type',
      'GET',
      '/public-api/v1/brief',
      { headers: (headers) => headers.set('content-type', 'text/html') },
      /text\/html is not among application\/json/,
    ],
  ])('%s', async (_, method, path, tampering, problem) => {
    expect(await problemsOf(method, path)).toEqual([]);
    expect((await problemsOf(method, path, tampering)).join('\n')).toMatch(problem);
  });

  it('a body in the answer to HEAD', async () => {
    const response = await mock.fetch('/user-data/v1/client');
    const { status, headers } = response;
    const text = await response.text();
    const asked = { method: 'HEAD', path: '/user-data/v1/client' };
    expect(validator.answerProblems(asked, { status, headers, text: '' })).toEqual([]);
    expect(validator.answerProblems(asked, { status, headers, text })).toEqual(['a HEAD has a body']);
  });

  it.each<[string, string, string, unknown, RegExp]>([
    ['a missing field', 'POST', '/user-data/v1/user', [{ fname: 'Bo' }], /required property 'lname'/],
    ['a value of a wrong type', 'PUT', '/user-data/v1/user/1', { fname: 7 }, /fname must be string/],
    ['an object in place of an array', 'POST', '/user-data/v1/client', {}, /body must be array/],
    ['a missing body', 'POST', '/user-data/v1/client', undefined, /body is missing/],
    ['an invalid path parameter', 'DELETE', '/user-data/v1/user/0', undefined, /id must be >= 1/],
    [
      'an invalid query parameter',
      'GET',
      '/user-data/v1/brief-entitlement?email=a@b.example&page=0',
      undefined,
      /page must be/,
    ],
    ['a missing query parameter', 'GET', '/user-data/v1/application-entitled-brief', undefined, /email is miss/],
    ['a missing header', 'POST', '/user-data/v1/user-brief/filter', { email: 'a' }, /X-REQUEST-FROM is missing/],
    ['a method that no operation has', 'PATCH', '/user-data/v1/client/1', {}, /no operation takes it/],
  ])('in a request, %s', (_, method, path, json, problem) => {
    expect(validator.requestProblems({ method, path, json }).join('\n')).toMatch(problem);
  });
});

it('expectDocumented throws for a wrong answer, and for an invalid request that succeeded', async () => {
  const response = await mock.fetch('/user-data/v1/client/1');
  const { status, headers } = response;
  const text = await response.text();
  const request = { method: 'GET', path: '/user-data/v1/client/1' };
  expectDocumented(request, { status, headers, text });
  const dropped = text.replace(/"short_name":"[^"]*",/, '');
  expect(() => expectDocumented(request, { status, headers, text: dropped })).toThrow(/short_name/);
  expect(() => expectDocumented({ ...request, path: '/user-data/v1/client/x' }, { status, headers, text })).toThrow(
    /id/,
  );
});

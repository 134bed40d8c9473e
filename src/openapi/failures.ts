import type { oas31, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode } from '../foundation/mock-error.js';
import type { Codes, Unrouted } from '../protocol/failures.js';
import { pascalCase } from './names.js';

/** When each error is sent, in Markdown. */
export const meanings: Readonly<Record<ErrorCode, string>> = {
  malformed_data: 'The request does not match its schema, or would make a record invalid.',
  unauthorized: 'The token is missing or invalid.',
  forbidden: 'The caller is not allowed to make this request.',
  not_entitled: 'The brief exists, but the user is not entitled to it.',
  not_found: 'A record or resource that the request names does not exist.',
  no_such_route: 'The path is unknown; the message names the nearest route.',
  no_such_version: 'This version of the API has no routes.',
  method_not_allowed: 'The path does not support this method; `Allow` lists the methods that it supports.',
  conflict:
    'A value that must be unique is already in use, expected requests were not made, or the session ended, or was reset, before the body arrived.',
  payload_too_large: 'The request body, or what the request asks for, is larger than a limit.',
  uri_too_long: 'The URL is too long.',
  headers_too_large: 'The request line and the headers are too long.',
  request_timeout: 'The request did not arrive completely in time.',
  unsupported_media_type:
    'The request body is encoded, or its content type is not JSON (only with `behavior.requireContentType`).',
  too_many_sessions:
    'The address of the caller has created too many sessions; `Retry-After` says when it may create more.',
  injected_fault: 'A fault rule caused this failure; it can have any status.',
  internal_error: 'The mock failed because of a bug in it, in a scenario or in an own route.',
  unavailable: 'The server cannot save what the request would write, has no room for a session, or is stopping.',
};

/** The name of a failure's component, such as `UserDataNotFound`. */
export function failureName(service: Pick<Unrouted, 'name'>, codes: Codes): string {
  return pascalCase(service.name) + codes.map(pascalCase).join('Or');
}

export function failureResponse(
  { failureSchema }: Pick<Unrouted, 'failureSchema'>,
  status: number,
  codes: Codes,
): ZodOpenApiResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings[code]}`).join(' '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === 401 && {
        'WWW-Authenticate': requiredHeader('The authentication scheme that is required.', { const: 'Bearer' }),
      }),
      ...(status === 415 && {
        'Accept-Encoding': {
          description: 'The accepted content encodings.',
          schema: { type: 'string', const: 'identity' },
        },
      }),
      ...(status === 405 && { Allow: requiredHeader('The methods of the path, separated by commas.') }),
    },
    content: { 'application/json': { schema: failureSchema(status, codes) } },
  };
}

export function requiredHeader(description: string, schema: oas31.SchemaObject = {}): oas31.HeaderObject {
  return { description, required: true, schema: { type: 'string', ...schema } };
}

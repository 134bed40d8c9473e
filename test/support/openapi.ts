import { inject } from 'vitest';
import { type DocumentedAnswer, type DocumentedRequest, OpenApiValidator } from './openapi-validator.js';

const validator = new OpenApiValidator(inject('openapi'));

/** Holds an answer against the OpenAPI document and, where the request succeeded, the request too. */
export function expectDocumented(request: DocumentedRequest, answer: DocumentedAnswer): void {
  const problems = validator.answerProblems(request, answer);
  if (answer.status < 300 && request.method !== 'OPTIONS' && !reportsInvalidItems(answer)) {
    problems.push(...validator.requestProblems(request).map((problem) => `request: ${problem}`));
  }
  if (problems.length === 0) return;
  const asked = `${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 1000)}`;
  throw new Error(`${asked} is not as the OpenAPI document says:\n${problems.join('\n')}`);
}

/** The JSON of a body as tests give it: text and bytes go as they are, anything else as JSON. */
export function jsonOf(body: unknown): unknown {
  if (!(body instanceof Uint8Array) && typeof body !== 'string') return body;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  try {
    // A byte order mark goes here.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** D26: sync succeeds with items that are of no shape, and says which they are. */
function reportsInvalidItems({ text }: DocumentedAnswer): boolean {
  return /"invalid_payloads":\[\{/.test(text);
}

import { openapi } from './openapi-document.js';
import { type DocumentedAnswer, type DocumentedRequest, OpenApiValidator } from './openapi-validator.js';

const validator = new OpenApiValidator(openapi);

/** Checks an answer against the OpenAPI document and, if the request succeeded, the request too. */
export function expectDocumented(request: DocumentedRequest, answer: DocumentedAnswer): void {
  const problems = validator.answerProblems(request, answer);
  if (answer.status < 300 && request.method !== 'OPTIONS' && !reportsInvalidItems(answer)) {
    problems.push(...validator.requestProblems(request).map((problem) => `request: ${problem}`));
  }
  if (problems.length === 0) return;
  const asked = `${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 1000)}`;
  throw new Error(`${asked} is not as the OpenAPI document says:\n${problems.join('\n')}`);
}

/** Parses the body of a test: text and bytes are parsed as JSON, any other value is returned unchanged. */
export function jsonOf(body: unknown): unknown {
  if (!(body instanceof Uint8Array) && typeof body !== 'string') return body;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  try {
    // TextDecoder removes a byte order mark.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** D26: a sync with invalid items succeeds and lists these items. */
function reportsInvalidItems({ text }: DocumentedAnswer): boolean {
  return /"invalid_payloads":\[\{/.test(text);
}

import type { JournalEntry } from 'briefs-mock';

/** The statuses that the mock answers, and those that fault rules are used for. */
const words: Readonly<Record<number, string>> = {
  0: 'Connection broken',
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  429: 'Too Many Requests',
  500: 'Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The status of an answer in words: `403 Forbidden`. An answer that is held back has none yet. */
export function StatusText({ entry: { status, held } }: { readonly entry: JournalEntry }) {
  if (held) return <strong class="status warn">waiting</strong>;
  return (
    <span class={`status ${colourOf(status)}`}>
      <strong>{status}</strong> <span class="words">{words[status]}</span>
    </span>
  );
}

/** The status as a number; the words are its tooltip. */
export function StatusNumber({ entry: { status, held } }: { readonly entry: JournalEntry }) {
  if (held) return <strong class="status warn">waiting</strong>;
  return (
    <strong class={`status ${colourOf(status)}`} title={words[status]}>
      {status === 0 ? 'broken' : status}
    </strong>
  );
}

function colourOf(status: number): string {
  if (status === 0 || status >= 500) return 'bad';
  if (status >= 400) return 'warn';
  return status < 300 ? 'good' : 'quiet';
}

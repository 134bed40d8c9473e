// plain-english-ignore-all: this file lists what is not to be written.

/** A phrase that a native reader stumbles over. */
interface Rule {
  /** Matches the phrase in a text whose line breaks and comment marks are spaces. */
  readonly pattern: RegExp;
  /** What to write, for people. */
  readonly instead: string;
  /** A sentence with the phrase, which the pattern must match. */
  readonly wrong: string;
  /** The same as it should be, which the pattern must not match. */
  readonly right: string;
}

/** The phrases that lint rejects, in code, comments, messages, titles of tests and documents. */
export const rules: readonly Rule[] = [
  {
    pattern:
      /(?<!\bthere\s+(?:\w+\s+){0,2})\b(?:is|are|was|were|be|isn't)\s+no\s+(?!longer\b|more\b|less\b|fewer\b|better\b|worse\b|matter\b)(?=\w)/gi,
    instead: '"is not a" or "is not an"',
    wrong: 'An aborted request is no error.',
    right: 'An aborted request is not an error, and is no longer counted; there is no other.',
  },
  {
    pattern: /\bso\s+many\b/gi,
    instead: '"a number of", "this many" or "at most …"',
    wrong: 'Moves the time by so many seconds.',
    right: 'Moves the time by a number of seconds.',
  },
  {
    pattern: /\banew\b|(?<=[a-z])Anew\b/gi,
    instead: '"again" or "from scratch"',
    wrong: 'The file is written anew.',
    right: 'The file is written from scratch.',
  },
  {
    pattern: /\b(?:un)?told\b|\bisTold\b/gi,
    instead: '"called with", "notified", "reported" or "determined"',
    wrong: 'Nobody is told that others end.',
    right: 'No listener is called for the sessions that end.',
  },
  {
    pattern: /\b(?:its|their|whose)\s+makers?\b/gi,
    instead: 'who created it',
    wrong: 'A session knows its maker.',
    right: 'A session knows the client that created it.',
  },
  {
    pattern: /\bwho(?:so|m)?ever\b/gi,
    instead: '"anyone who", or who it is',
    wrong: 'Whoever needs a document needs its reader.',
    right: 'A document can only be fetched as a reader.',
  },
  {
    pattern: /\bany\s+more\b/gi,
    instead: '"no longer"',
    wrong: 'The revision is not kept any more.',
    right: 'The revision is no longer kept.',
  },
  {
    pattern:
      /\b(?:trace|session|log|page|stream|history|server|replica|mock|visitor|run)s?\s+begins?\b|\bbegin(?:s|ning)?\s+again\b/gi,
    instead: '"starts"',
    wrong: 'The trace begins with a snapshot.',
    right: 'The trace starts with a snapshot.',
  },
  {
    pattern: /\bmeans?\s+nothing\s+with\b/gi,
    instead: '"cannot be used with"',
    wrong: '--token means nothing with --har',
    right: '--token cannot be used with --har, only with --against',
  },
  {
    pattern: /(?:\/\*\*|\/\/)\s+Is\s+called\b/g,
    instead: '"Called"',
    wrong: '/** Is called after a request. */',
    right: '/** Called after a request. */',
  },
  {
    pattern: /(?:\/\*\*|\/\/)\s+(?:Of|So\s+that)\b/g,
    instead: 'a sentence with a subject',
    wrong: '/** Of an API request. */',
    right: '/** Set for API requests. */',
  },
  {
    pattern:
      /(?<=(?:\/\*\*|\/\/|[.:;])\s+)Of\s+(?:a|an|the|these|those|them|several|all|both|each|one|two)\b[^.,;:]{0,60},/g,
    instead: 'the subject first',
    wrong: 'The sessions have listeners. Of these, it emits `sessions`.',
    right: 'The sessions have listeners. It emits only `sessions`.',
  },
  {
    pattern: /\bin\s+the\s+stead\b/gi,
    instead: '"instead"',
    wrong: 'Goes to a place in the stead of this one.',
    right: 'Replaces this place by another one.',
  },
];

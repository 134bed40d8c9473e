import type { Behavior } from '../../src/protocol/behavior.js';
import type { Kind } from './kinds.js';
import type { Pattern } from './patterns.js';

/** A key of `behavior`. */
export type Switch = keyof Behavior;

/** One statement about the three APIs, as requests with the answers that are expected. */
export interface Case {
  /** `<api>/<resource>/<what>`, such as `user-data/client/delete`. */
  readonly id: string;
  /** What the mock does, in one sentence. */
  readonly title: string;
  /** The statements and decisions that it is about. */
  readonly ids: readonly string[];
  /** What must be found on the server first. Without it, the case is inconclusive. */
  readonly needs?: readonly Need[];
  /** The kinds of records that it creates, also by requests that should fail. A case without them only reads. */
  readonly creates?: readonly Kind[] | undefined;
  /** The switch whose sides it tells apart. */
  readonly switch?: Switch;
  /** Sends the requests, one after the other. */
  readonly steps: (world: World) => Promise<unknown>;
}

/** What cases can ask for by `needs`; {@link World} has it under the same name. */
export type Need = keyof Found;

/** What the run has found on the server for a case. */
export interface Found {
  /** A user with a valid token, and calls of the public API with this token. */
  readonly reader: CaseReader;
  /** A published document with at least one article that the reader may read. */
  readonly document: ShownDocument;
  /** A document that is not the latest of its brief, and that the reader may read. */
  readonly olderDocument: DocumentPath;
  /** A document that the reader may read and has not bookmarked. Cases that need it do not run at the same time. */
  readonly unbookmarked: DocumentPath;
  /** The same with one of its articles, which is not bookmarked either. Cases that need it do not run at the same time. */
  readonly article: ArticlePath;
  /** The same with an article that has no rating. Cases that need it do not run at the same time. */
  readonly unratedArticle: ArticlePath;
  /** Another user with a valid token. */
  readonly otherReader: CaseReader;
  /** A published document, and a user who is not entitled to its brief and has not bookmarked it. */
  readonly outsider: DocumentPath & {
    /** This user. */
    readonly reader: CaseReader;
  };
  /** The slug of an active brief. */
  readonly briefSlug: string;
  /** The id of a brief, as client-brief relationships have it. */
  readonly briefId: string;
  /** A value of `X-REQUEST-FROM` that the server accepts. */
  readonly caller: string;
}

/** A user with a token, and calls of the public API with it. */
export interface CaseReader extends Api {
  /** The e-mail as in `tokens`, in lower case. */
  readonly email: string;
  /** Reports do not contain it. */
  readonly token: string;
}

/** What the path of a document contains. */
export interface DocumentPath {
  /** The slug of its brief. */
  readonly slug: string;
  /** The gid of the document. */
  readonly gid: string;
}

/** What the path of an article contains. */
export interface ArticlePath extends DocumentPath {
  /** The gid of the article. */
  readonly article: string;
}

/** `data` of the two routes that read a brief, as far as cases use it without checking it. */
export interface ShownDocument extends DocumentPath {
  /** The name of the brief. */
  readonly name: string;
  /** Whether the reader has bookmarked it. */
  readonly bookmarked: boolean;
  /** Its articles. */
  readonly article: readonly Json[];
  /** The other documents of the brief. */
  readonly date_option: {
    /** The choices of a calendar. */
    readonly picker: readonly Json[];
    /** The choices of a slider. */
    readonly slider: readonly Json[];
  };
}

/** The world as a case sees it. */
export interface World extends Found {
  /** Calls of the public API without a token; paths are relative to `/public-api/v1`. */
  readonly publicApi: Api;
  /** Calls with the service token, if there is one; paths are relative to `/user-data/v1`. */
  readonly userData: Api;
  /** The same, relative to `/user-preference/v1`. */
  readonly userPreference: Api;
  /** The switches that are expected of the server. */
  readonly behavior: Behavior;
  /** Whether the server is the mock, so that a case may send more requests, to which only the mock promises an answer. */
  readonly ours: boolean;
  /** The origins of `--origin`. */
  readonly origins: readonly string[];
  /** The values for `X-REQUEST-FROM` of `--request-from`. */
  readonly callers: readonly string[];
  /** A name that nobody else uses: `conform-<run>-<number>-<what>`. Every record of a case has one, or refers to one that has. */
  name(what: string): string;
  /** An e-mail that nobody else uses, at the domain `conform.example` or the given one. */
  email(domain?: string): string;
  /** A positive integer that nobody else uses, for columns such as `legacy_id`. */
  number(): number;
  /** An id that no record has. */
  readonly missingId: number;
  /** Compares a value of earlier answers. */
  expect(actual: unknown, pattern: Pattern): void;
  /** Reports the value that the server has for the switch of the case. */
  observe(value: unknown): void;
  /** Ends the case without a result, because something is missing. */
  cannotTell(missing: string): never;
}

/** Calls of one API, as one caller. */
export interface Api {
  /** Sends GET. */
  get(path: string, step?: Step): Promise<Answer>;
  /** Sends POST. */
  post(path: string, step?: Step): Promise<Answer>;
  /** Sends PUT. */
  put(path: string, step?: Step): Promise<Answer>;
  /** Sends DELETE. */
  delete(path: string, step?: Step): Promise<Answer>;
  /** Sends a request with any method. */
  send(method: string, path: string, step?: Step): Promise<Answer>;
}

/**
 * What a request sends, and which answer is expected. Without `expect` and `sides`, the request only prepares what follows: if it
 * does not succeed, the case is inconclusive.
 */
export interface Step {
  /** Sent as JSON; text is sent unchanged. */
  readonly body?: unknown;
  /** In addition to the content type and the token; null removes a header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The expected answer. */
  readonly expect?: Expected;
  /** The expected answer for each value of the switch of the case. The first one that fits is what the server does. */
  readonly sides?: Readonly<Record<string, Expected>>;
  /** What only the mock promises of the answer. It is not compared with the answers of other servers. */
  readonly ours?: Ours;
}

/** The parts of an answer that only the mock promises. */
export interface Ours {
  /** `data` of the body, without any other fields. */
  readonly data?: Pattern;
  /** The code of the error. */
  readonly code?: string;
  /** The paths of the issues of the error, in this order. */
  readonly issues?: readonly string[];
  /** The indexes of the items that the issues of the error are about. */
  readonly items?: readonly number[];
  /** The message of the error. */
  readonly message?: Pattern;
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, Pattern>>;
}

/** The parts of an answer that are compared. */
export interface Expected {
  /**
   * The status, or those that are allowed. Default: any success; the result `<api>/status` of the run has those with another status
   * than the mock's.
   */
  readonly status?: number | readonly number[];
  /** `data` of the body. */
  readonly data?: Pattern;
  /** The whole body. */
  readonly body?: Pattern;
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, Pattern>>;
}

/** An answer of the server. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** The parsed body; the text of one that is not JSON; undefined without one. */
  readonly body: Json;
  /** `data` of the body. */
  readonly data: Json;
}

/** Parsed JSON, which cases read without checking it: a wrong path gives undefined, or throws. */
// biome-ignore lint/suspicious/noExplicitAny: what the server answers is unknown, and cases say what it should be.
export type Json = any;

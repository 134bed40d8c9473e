import type { ErrorCode, Issue } from '../foundation/mock-error.js';

/** A success of the User-Data API and the User-Preference API. */
export interface Enveloped<Data> {
  /** The HTTP status. */
  status_code: 200;
  /** The same as the header `X-Request-Id`. */
  request_id: string;
  /** The result of the route. */
  data: Data;
}

/** What an error says. */
export interface FailureDetails {
  /** What went wrong, for programs. */
  code: ErrorCode;
  /** What went wrong and what to do, for people. It may change. */
  message: string;
  /** What is wrong in the request, and where. */
  issues?: Issue[];
}

/** A failure of the User-Data API and the User-Preference API. */
export interface EnvelopedFailure {
  /** The HTTP status. */
  status_code: number;
  /** The same as the header `X-Request-Id`. */
  request_id: string;
  /** Always null. */
  data: null;
  /** What went wrong. */
  error: FailureDetails;
}

/** A failure of the Brief and Bookmark Service. */
export interface BriefFailure {
  /** Always null. */
  data: null;
  /** What went wrong: always one entry. */
  error: [
    {
      /** The HTTP status. */
      status: number;
      /** What went wrong, for programs. */
      code: ErrorCode;
      /** What went wrong and what to do, for people. It may change. */
      message: string;
    },
  ];
}

/** A failure of the control API, and of paths outside of every API. */
export interface ControlFailure {
  /** What went wrong. */
  error: FailureDetails;
}

/** What changed a state: a request to the three APIs, a call of the control API, or a call in the process. */
export type Cause = (RequestCause | ControlCause | CallCause) & {
  /** The name of the actor of the scenario whose act it was. */
  readonly actor?: string;
};

interface MethodAndPath {
  /** In upper case. */
  readonly method: string;
  /** The path below the base URL and the session. */
  readonly path: string;
}

interface RequestCause extends MethodAndPath {
  /** A request to the three APIs. */
  readonly kind: 'request';
  /** The `X-Request-Id` of its answer. */
  readonly id: string;
}

interface ControlCause extends MethodAndPath {
  /** A call of the control API. */
  readonly kind: 'control';
}

interface CallCause {
  /** A call in the process. */
  readonly kind: 'call';
  /** Such as `data.user.create`. */
  readonly call: string;
}

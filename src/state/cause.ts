/** What changed a state: a request to the three APIs, a call of the control API, or a call in the process. */
export type Cause =
  | { readonly kind: 'request'; readonly id: string; readonly method: string; readonly path: string }
  | { readonly kind: 'control'; readonly method: string; readonly path: string }
  /** Such as `data.user.create`. */
  | { readonly kind: 'call'; readonly call: string };

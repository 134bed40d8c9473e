import * as z from 'zod/mini';

const target = {
  /** In upper case. */
  method: z.string(),
  /** The path below the base URL and the session. */
  path: z.string(),
};

const ofActor = {
  /** The name of the actor of the scenario whose act it was. */
  actor: z.optional(z.string()),
};

/** What changed a state: a request to the three APIs, a call of the control API, or a call in the process. */
export const cause = z.discriminatedUnion('kind', [
  z.strictObject({
    /** A request to the three APIs. */
    kind: z.literal('request'),
    /** The `X-Request-Id` of its answer. */
    id: z.uuid(),
    ...target,
    ...ofActor,
  }),
  z.strictObject({
    /** A call of the control API. */
    kind: z.literal('control'),
    ...target,
    ...ofActor,
  }),
  z.strictObject({
    /** A call in the process. */
    kind: z.literal('call'),
    /** Such as `data.user.create`. */
    call: z.string(),
    ...ofActor,
  }),
]);
export type Cause = Readonly<z.output<typeof cause>>;

import type { CallStep } from '../call.js';

/** Finds the caller, before the rest of the request is validated. */
export const authenticate: CallStep = (call, next) => {
  const { match, session, config, from, request } = call;
  if (match === undefined) return next(call);
  const { tables, clock } = session.state;
  const { behavior, describe } = config;
  const { sessions, listener, sender } = from;
  const { url, headers } = request;
  const context = {
    tables,
    clock,
    behavior,
    session,
    sessions,
    describe,
    listener,
    sender,
    url,
    caller: undefined as unknown,
  };
  const caller = match.service.authenticate(headers, context);
  context.caller = caller;
  call.context = context;
  call.email = caller?.email ?? null;
  return next(call);
};

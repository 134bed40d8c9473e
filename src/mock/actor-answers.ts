import { malformed } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import type { Apis } from '../http/app.js';
import { waitForNothing } from '../http/waiting.js';
import type { Behavior } from '../protocol/behavior.js';
import type { LifeConfig } from '../session/life.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import type { BaseUrl } from './base-url.js';

interface AnsweringParts {
  readonly app: Apis;
  readonly base: BaseUrl | undefined;
  readonly behavior: Behavior;
  readonly sessions: () => Sessions;
}

/** Answers the requests of actors as the APIs answer everybody, but at once. */
export function actorAnswers({ app, base, behavior, sessions }: AnsweringParts): LifeConfig['answer'] {
  // Nobody hangs up.
  const signal = once(() => new AbortController().signal);
  return (session, { method, target, token, text }) => {
    const sent = token ?? behavior.serviceToken;
    const headers = {
      ...(sent !== null && { authorization: `Bearer ${sent}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    const url = new URL((base?.href ?? 'http://localhost') + target).href;
    const from = {
      sessions: sessions(),
      // Only sessions of a mock live.
      defaultSession: session as Session,
      listener: undefined,
      sender: undefined,
      text: text ?? '',
      waiting: waitForNothing,
    };
    const request = { method, url, headers, body: null, signal: signal() };
    // No body is waited for, and only control routes are loaded on demand.
    const reply = app.answer(request, from);
    if (!(reply instanceof Promise)) return reply;
    // Prevents an unhandled rejection.
    reply.catch(() => {});
    throw malformed(
      `send: ${method} ${target} is not answered at once. An actor cannot wait for a route whose handler returns a promise, nor send while it writes records`,
    );
  };
}

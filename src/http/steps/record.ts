import { BODILESS, headersInLowerCase, millisecondsOf } from '../../faults/fault-rule.js';
import { ABORTED_WHILE_HELD, type AnswerChange } from '../../faults/held-answers.js';
import { randomFor } from '../../foundation/random.js';
import type { Reply } from '../../protocol/reply.js';
import { copyOfHeaders } from '../../protocol/request-headers.js';
import type { Answered, SentAnswer } from '../../session/entry.js';
import { answerHeaders } from '../../session/journal-entry.js';
import type { EntryPlace } from '../../session/session-log.js';
import type { Call, CallStep } from '../call.js';
import { exchangeOf, faultsOf } from '../recorded.js';
import { recordedText } from '../traced-request.js';

/**
 * Records every request, including repeated reads, and reports it to the server. The inner steps handle the request without
 * interruption; after that, the answer may wait.
 */
export const record: CallStep = (call, next) =>
  call.session.shared.machine.hold(() => {
    const reply = next(call);
    if (!(reply instanceof Promise)) return conclude(call, reply);
    // Its place in the trace is here: what the handler has read already does not change while it waits.
    const { log, state } = call.session;
    const place = call.isApi ? log.keepPlace(state.clock.now) : undefined;
    return reply.then((one) => conclude(call, one, place));
  });

/** Answers when the answer is due: when it is released if a fault rule holds it back, otherwise after the delay. */
function conclude(call: Call, reply: Reply, place?: EntryPlace): Reply | Promise<Reply> {
  const { loss, waiting, session, fault } = call;
  const { heldAnswers } = session.faults;
  const { coming } = fault ?? {};
  const held = coming && heldAnswers.arrive(coming) ? coming : undefined;
  if (reply.events !== undefined) return reply;
  const due = loss === undefined ? reply : { ...reply, headers: { ...reply.headers, 'x-mock-session-lost': loss } };
  if (call.isApi) addRequest(call, due, place);
  waiting.handled();
  const send = (change?: AnswerChange) => {
    const sent = change === undefined ? due : changedReply(call, due, change);
    // Read before the time of the answer. If the process paused in between, this request would seem to end before the last one.
    const duration = durationOf(call);
    report(call, sent.status, duration);
    addAnswer(call, duration, { isHeld: false, sent: change && sentAnswer(call, sent) });
    announce(call, 'request');
    const { status, headers, body, parts } = sent;
    return status === 0 ? sent : { status, headers: answerHeaders(call.requestId, headers), body, parts };
  };
  const signal = held === undefined ? undefined : signalOf(call);
  if (held !== undefined && signal !== undefined) {
    addAnswer(call, durationOf(call), { isHeld: true, sent: undefined });
    const released = heldAnswers.hold(held, aboutAnswer(call, due), signal);
    // A listener may release it.
    announce(call, 'held');
    return released.then((change) => {
      if (signal.aborted) call.reason = ABORTED_WHILE_HELD;
      return send(change);
    });
  }
  const delay = delayOf(call);
  const delayed = delay > 0 ? waiting.delay(delay, call.request) : undefined;
  return delayed === undefined
    ? send()
    : delayed.then(() => {
        if (call.request.signal.aborted) call.reason ??= 'The client aborted the request while its answer was delayed';
        return send();
      });
}

/** What the list of held answers shows. */
function aboutAnswer({ request, entry, email }: Call, { status, body }: Reply) {
  const { method } = request;
  const shown = hasBody(method, status) ? body : undefined;
  return { entry: entry?.answered?.number, method, path: entry?.exchange.path ?? '', email, status, body: shown };
}

function changedReply(call: Call, due: Reply, { status = due.status, headers, body }: AnswerChange): Reply {
  call.reason = 'The answer was changed when it was released';
  const content = body === undefined ? { body: due.body, parts: due.parts } : { body: JSON.stringify(body) };
  return {
    status,
    headers: { ...due.headers, ...headersInLowerCase(headers) },
    ...(hasBody(call.request.method, status) && content),
  };
}

function hasBody(method: string, status: number): boolean {
  return method !== 'HEAD' && !BODILESS.includes(status);
}

/**
 * What ends the waiting of an answer that is held back; undefined if it is not. A stopping server does not wait for the release.
 */
function signalOf(call: Call): AbortSignal | undefined {
  const { from, waiting, session, request } = call;
  const signal = from.listener?.isStopping?.() ? undefined : waiting.signal(request);
  if (signal === undefined || !session.faults.heldAnswers.isFull) return signal;
  call.reason = 'The answer was not held back, because too many answers are held back already';
  return undefined;
}

/** In milliseconds. */
function delayOf({ session, isApi, fault, seed, number }: Call): number {
  const { delay } = session.shared;
  const ofFaults = fault?.delay ?? 0;
  return delay === undefined || !isApi ? ofFaults : ofFaults + millisecondsOf(delay, randomFor(seed, 'delay', number));
}

/** By the machine's clock, in milliseconds. */
function durationOf({ session, startedAt }: Call): number {
  return session.shared.machine.elapsed - startedAt;
}

function addRequest(call: Call, reply: Reply, place: EntryPlace | undefined): void {
  const { seed, number: requestNumber, revision, hasChanged, session, from, request } = call;
  const { log, state, shared } = session;
  const exchange = call.exchange ?? exchangeOf(call, reply);
  const headers = from.sender?.headers ?? copyOfHeaders(request.headers);
  const wall = place?.wall ?? shared.machine.now;
  const at = place?.at ?? state.clock.now;
  const { actor } = session;
  call.entry = log.addRequest({ actor, seed, requestNumber, wall, at, revision, hasChanged, exchange, headers }, place);
}

/** Reports the outcome to the server, before the answer is sent. */
function report(call: Call, status: number, duration: number): void {
  const { from, service, request, isApi } = call;
  const { listener, sender } = from;
  if (sender === undefined || listener?.onOutcome === undefined) return;
  listener.onOutcome(
    {
      api: service?.name ?? 'none',
      method: request.method,
      status,
      milliseconds: duration,
      id: call.requestId,
      // Errors of control calls can contain tokens.
      reason: isApi ? call.reason : undefined,
      faults: faultsOf(call),
    },
    sender,
  );
}

/** An answer that was changed when it was released. The exchange keeps the one that a replay gives. */
function sentAnswer({ idInBody, session }: Call, { status, headers, body }: Reply): SentAnswer {
  const answer = body === undefined ? undefined : recordedText(body, idInBody, session.history !== undefined);
  return { status, headers, answer };
}

/** Adds the answer to the journal, or that it is held back. */
function addAnswer(call: Call, duration: number, { isHeld, sent }: Pick<Answered, 'isHeld' | 'sent'>): void {
  const { session, reason } = call;
  const { journal, log, state, shared } = session;
  if (call.entry === undefined) return;
  const isListed = log.journaled.timesCleared === call.timesCleared;
  // Listeners hear of a request that was in flight when the journal was cleared, but the journal does not list it.
  if (!isListed) call.entry = log.journaled.leaveOut(call.entry);
  const { entry } = call;
  if (entry.exchange.reason !== reason) entry.exchange = { ...entry.exchange, reason };
  journal.add(entry, { at: state.clock.now, wall: shared.machine.present, duration, isHeld, sent }, isListed);
}

/** Calls the listeners with the entry of the request in the journal. */
function announce(call: Call, event: 'held' | 'request'): void {
  const { events, journal } = call.session;
  const { entry } = call;
  if (entry !== undefined && events.hears(event)) events.emit(event, journal.entryOf(entry));
}

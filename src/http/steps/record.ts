import { millisecondsOf } from '../../faults/fault-rules.js';
import { randomFor } from '../../foundation/random.js';
import type { Reply } from '../../protocol/reply.js';
import { answerHeaders } from '../../session/journal-entry.js';
import type { Call, Step } from '../call.js';
import { faultsOf, recordOf, sharedRecordOf } from '../recorded.js';
import type { SharedRecord } from '../response-cache.js';

/**
 * Writes every request down, those of repeated reads too, and tells the server. The steps inside it handle the request at one
 * moment; then the answer may wait.
 */
export const record: Step = (call, next) =>
  call.session.shared.machine.hold(() => {
    const reply = next(call);
    return reply instanceof Promise ? reply.then((one) => conclude(call, one)) : conclude(call, reply);
  });

/** Answers when the answer is due: when it is released if a fault rule holds it back, otherwise after the delay. */
function conclude(call: Call, reply: Reply): Reply | Promise<Reply> {
  if (reply.events !== undefined) return reply;
  const { loss, waiting, session } = call;
  const due = loss === undefined ? reply : { ...reply, headers: { ...reply.headers, 'x-mock-session-lost': loss } };
  write(call, due, 'handled');
  waiting.handled();
  const send = () => {
    write(call, due, 'answered');
    const { status, headers, body } = due;
    return status === 0 ? due : { status, headers: answerHeaders(call.requestId, headers), body };
  };
  const holder = call.fault?.holder;
  const signal = holder === undefined ? undefined : signalOf(call);
  if (holder !== undefined && signal !== undefined) {
    write(call, due, 'held');
    return session.faults.held.hold(holder, signal).then(() => {
      if (signal.aborted) call.reason = 'The client aborted the request while its answer was held back';
      return send();
    });
  }
  const delay = delayOf(call);
  const delayed = delay > 0 ? waiting.delay(delay, call.request) : undefined;
  return delayed === undefined ? send() : delayed.then(send);
}

/** What ends the waiting of an answer that is held back; undefined if it is not. A server that stops waits for no release. */
function signalOf(call: Call): AbortSignal | undefined {
  const { from, waiting, session, request } = call;
  const signal = from.listener?.isStopping?.() ? undefined : waiting.signal(request);
  if (signal === undefined || !session.faults.held.isFull) return signal;
  call.reason = 'The answer was not held back, because too many answers are held back already';
  return undefined;
}

/** In milliseconds. */
function delayOf({ session, isApi, fault, seed, number }: Call): number {
  const { delay } = session.shared;
  const ofFaults = fault?.delay ?? 0;
  return delay === undefined || !isApi ? ofFaults : ofFaults + millisecondsOf(delay, randomFor(seed, 'delay', number));
}

/**
 * Writes a request down: in the trace when it is `handled`, in the journal when its answer is `held` or `answered`. Tells the
 * server of the outcome before the answer is sent.
 */
function write(call: Call, reply: Reply, when: 'handled' | 'held' | 'answered'): void {
  if (when === 'handled') {
    if (call.isApi) trace(call, reply);
    return;
  }
  // Read before the time of the answer. If the process paused in between, this request would seem to end before the last one.
  const duration = call.session.shared.machine.elapsed - call.startedAt;
  if (when === 'answered') report(call, reply.status, duration);
  // Not recorded if the session was reset in the meantime.
  if (call.isApi && call.session.journal.timesCleared === call.timesCleared) journal(call, reply, duration, when);
}

function trace(call: Call, reply: Reply): void {
  call.shared ??= sharedRecordOf(call, reply);
  const { seed, number, revision, hasChanged, session, isKeptOut } = call;
  const { traced } = call.shared;
  if (traced === undefined || isKeptOut) return;
  const wall = session.shared.machine.now;
  session.trace?.add({ seed, number, wall, revision: hasChanged ? revision : undefined, exchange: traced });
}

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

/** Adds the request to the journal or, if its answer was held back, completes its entry. */
function journal(call: Call, { status }: Reply, duration: number, when: 'held' | 'answered'): void {
  const { session, from, request, seed, number, revision, hasChanged } = call;
  const { events, journal, state, shared } = session;
  const { record, content } = call.shared as SharedRecord;
  const isHeld = when === 'held';
  const isSame = !isHeld && record.reason === call.reason;
  const known = isSame ? record : recordOf(call, status, isHeld);
  const at = state.clock.now;
  const moment = { seed, number, at, wall: shared.machine.present, revision, hasChanged, duration };
  if (call.place === undefined) {
    call.place = journal.add(known, moment, content, from.sender?.headers ?? request.headers);
  } else if (!journal.finish(call.place, known, moment)) return;
  const event = isHeld ? 'held' : 'request';
  if (events.hears(event)) events.emit(event, journal.at(call.place));
}

import type { Pass } from '../foundation/clock.js';
import { expectSynchronous } from '../foundation/expect-synchronous.js';
import type { MachineTime } from '../foundation/machine.js';
import { MockError, malformed, withPrefix } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { parseJson } from '../foundation/parse-json.js';
import { type Random, randomFor } from '../foundation/random.js';
import { thrownText } from '../foundation/thrown-text.js';
import type { Reply } from '../protocol/reply.js';
import {
  type Actor,
  type ActorAnswer,
  type ActorContext,
  type ActorRequest,
  actsOn,
  hoursOf,
  type Life,
  timesOf,
} from '../scenario/actor.js';
import { factoriesOf } from '../scenario/factories.js';
import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { tokenFor } from '../state/access-tokens.js';
import { collectionsOf } from '../state/collection.js';
import type { State } from '../state/state.js';

const DAY = 86_400_000;

/** The most days by which a clock advances at once: a slip of the finger should not take minutes. */
const MOST_DAYS = 366;

export interface LivingSession {
  readonly state: State;
  readonly shared: { readonly registry: ScenarioRegistry; readonly machine: MachineTime };
  /** Whether a transaction is running. */
  readonly isRunning: boolean;
  /** Marks what happens meanwhile with the name of an actor. */
  actAs(actor: string, act: () => void): void;
}

/** How a mock lives. */
export interface LifeConfig {
  readonly life: Life;
  /** Answers a request in a session at once: nothing waits. `target` is a path with a query. */
  readonly answer: (session: LivingSession, request: SentByActor) => Reply;
}

interface SentByActor {
  readonly method: string;
  readonly target: string;
  /** Undefined for a request of the application. */
  readonly token: string | undefined;
  readonly text: string | undefined;
}

interface Act {
  readonly actor: Actor;
  readonly at: number;
  /** Names it among all acts of the actor. */
  readonly key: string;
}

/** What happens in a session while its clock advances: the acts that are due, each at its time. */
export function passIn(session: LivingSession, config: LifeConfig): Pass {
  const records = once(() => ({ data: collectionsOf(session.state), make: factoriesOf(session.state) }));
  return (from, until, goTo) => {
    expectPassable(from, until);
    // The requests of actors have transactions of their own.
    if (session.isRunning) return goTo(until);
    // The time stands still until all is done.
    session.shared.machine.hold(() => {
      for (const act of actsBetween(actorsOf(session), config.life, session.state.seed, from, until)) {
        goTo(act.at);
        session.actAs(act.actor.name, () => perform(act, session, config, records()));
      }
      goTo(until);
    });
  };
}

/** @throws MockError `malformed_data` for too long a time */
export function expectPassable(from: number, until: number): void {
  if (until - from <= MOST_DAYS * DAY) return;
  throw malformed(
    `A mock that lives advances by at most ${MOST_DAYS} days at once; advance it in parts, or set the clock, which lets nobody act`,
  );
}

function actorsOf({ shared, state }: LivingSession): readonly Actor[] {
  return shared.registry.scenarios.find(({ name }) => name === state.scenario)?.actors ?? [];
}

/** The acts after `from` and until `until`, in their order. They follow from the seed alone. */
function actsBetween(actors: readonly Actor[], life: Life, seed: number, from: number, until: number): Act[] {
  const acts: Act[] = [];
  for (let day = Math.floor(from / DAY) * DAY; day <= until; day += DAY) {
    for (const actor of actors) {
      for (const act of actsOf(actor, life, seed, day)) if (act.at > from && act.at <= until) acts.push(act);
    }
  }
  // A stable sort: acts at the same time are in the order of the actors.
  return acts.sort((a, b) => a.at - b.at);
}

function actsOf(actor: Actor, life: Life, seed: number, day: number): Act[] {
  if (!actsOn(actor.rhythm, new Date(day).getUTCDay())) return [];
  const { from, to } = hoursOf(actor.rhythm);
  return Array.from({ length: timesOf(actor.rhythm, life) }, (_, i) => {
    const key = `${actor.name}/${day}/${i}`;
    const at = day + (to === from ? from : from + Math.floor(randomFor(seed, 'time of act', key)() * (to - from + 1)));
    return { actor, at, key };
  });
}

/** @throws MockError what the actor throws */
function perform(
  { actor, at, key }: Act,
  session: LivingSession,
  { life, answer }: LifeConfig,
  records: Pick<ActorContext, 'data' | 'make'>,
): void {
  const { state } = session;
  const random: Random = randomFor(state.seed, 'act', key);
  const send = (request: string, options: ActorRequest = {}) =>
    readAnswer(answer(session, requestOf(request, options, session)));
  try {
    const now = new Date(at);
    const result: unknown = actor.act({ now, life, random, send, ...records });
    expectSynchronous(result, 'act must be synchronous: what it does later would have no time of its own');
  } catch (error) {
    throw stoppedBy(`The clock stopped at ${new Date(at).toISOString()}: actor ${actor.name}`, error);
  }
}

/** The error of an act. One that is not of this package is its `cause`. */
function stoppedBy(what: string, thrown: unknown): unknown {
  if (thrown instanceof MockError) return withPrefix(what, thrown);
  const message = `${what}: ${thrownText(thrown)}`;
  return Object.assign(new MockError('internal_error', message), { cause: thrown });
}

function requestOf(request: string, { as, body }: ActorRequest, { state }: LivingSession): SentByActor {
  const [method = '', ...rest] = String(request).split(' ');
  const target = rest.join(' ');
  if (!/^[A-Z]+$/.test(method) || !target.startsWith('/') || target.startsWith('/__mock')) {
    throw malformed(
      `send: the request must be a method and a path of the APIs, such as GET /public-api/v1/brief, but is ${request}`,
    );
  }
  const text = body === undefined ? undefined : JSON.stringify(body);
  const token = as === undefined ? undefined : state.run('tokenFor', () => tokenFor(state, as));
  return { method, target, token, text };
}

function readAnswer({ status, body }: Reply): ActorAnswer {
  // A fault rule may have cut it off.
  return { status, body: body ? parseJson(body, body) : undefined };
}

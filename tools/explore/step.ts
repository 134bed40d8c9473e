// What an exploration does. A step is a value: it can be written down, shortened and done again.
import { formatText } from '../../src/foundation/format-value.js';
import type { TableName } from '../../src/index.js';
import type { AnyValues, OtherAct } from './others.js';

/** An element as a tester would name it. */
export interface PageTarget {
  readonly role: string;
  readonly name: string;
  /** Its place among the elements of the same role and name, from 0. */
  readonly place: number;
}

/** Whether an element is the one that a target names. */
export const isTarget = ({ role, name, place }: PageTarget, target: PageTarget) =>
  role === target.role && name === target.name && place === target.place;

/** What happens to a request that a step causes. */
export type Network = 'ok' | 'hold' | 'slow' | 'abort' | 'malformed' | { readonly fail: number };

interface Causing {
  /** What happens to the request. Default: it is answered. */
  readonly network?: Network;
  /** To which of the requests that the step causes. Default 0, the first. */
  readonly request?: number;
}

export type PlanStep = Causing &
  (
    | { readonly do: 'click'; readonly target: PageTarget }
    | {
        readonly do: 'fill';
        readonly target: PageTarget;
        readonly input: string;
        /** Whether the API may refuse it; then it is for the page to say. */
        readonly wrong?: true;
      }
    | { readonly do: 'press'; readonly target: PageTarget; readonly input: string }
    | { readonly do: 'select'; readonly target: PageTarget; readonly input: string }
    | { readonly do: 'back' }
    | { readonly do: 'reload' }
    | { readonly do: 'send'; readonly place: number }
    | { readonly do: 'advance'; readonly seconds: number }
    | { readonly do: 'other'; readonly act: OtherAct }
  );

/** The columns of records by table. The mock fills the others, and numbers the records of a table in their order. */
export type PlanRecords = { readonly [Name in TableName]?: readonly AnyValues[] };

/** What leads to a finding, or to a place. */
export interface Plan {
  readonly format: 'briefs-mock/plan';
  readonly version: 1;
  readonly scenario: string;
  readonly seed: number;
  /** The time, if it is not that of the scenario. */
  readonly clock?: string;
  /** The records that the scenario does not have. */
  readonly records?: PlanRecords;
  /** The key or the e-mail of the persona. */
  readonly persona?: string;
  /** The property that does not hold, and what tells equal findings from others. */
  readonly property: string;
  readonly key: string;
  readonly sentence: string;
  readonly steps: readonly PlanStep[];
}

/** Whether a step does what the one before does, without a trouble of the network. */
export function isRepeated(step: PlanStep, before: PlanStep | undefined): boolean {
  const { network: _, request: __, ...plain } = before ?? {};
  return JSON.stringify(step) === JSON.stringify(plain);
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinal = (place: number) => ORDINALS[place] ?? `${place + 1}th`;

/** Such as `the second button "Save"`. */
export function describeTarget({ role, name, place }: PageTarget): string {
  return `the ${place === 0 ? '' : `${ordinal(place)} `}${role}${name === '' ? ' without a name' : ` "${name}"`}`;
}

/** The step as the part of a sentence, such as `click the button "Save" while its answer is held back`. */
export function describeStep(step: PlanStep): string {
  return `${describeAct(step)}${describeNetwork(step)}`;
}

function describeAct(step: PlanStep): string {
  switch (step.do) {
    case 'click':
      return `click ${describeTarget(step.target)}`;
    case 'fill':
      return `fill ${describeTarget(step.target)} with ${describeInput(step.input)}`;
    case 'press':
      return `press ${step.input} in ${describeTarget(step.target)}`;
    case 'select':
      return `select ${JSON.stringify(step.input)} in ${describeTarget(step.target)}`;
    case 'back':
      return 'go back';
    case 'reload':
      return 'reload the page';
    case 'send':
      return `send the ${ordinal(step.place)} answer that is held back`;
    case 'advance':
      return `let ${describeSeconds(step.seconds)} pass`;
    case 'other':
      return `meanwhile, ${step.act.says}`;
  }
}

/** How many characters of a text are shown. */
const SHOWN = 60;

function describeInput(input: string): string {
  const { length } = input;
  return length <= SHOWN ? JSON.stringify(input) : `${JSON.stringify(formatText(input, 20))}, ${length} characters`;
}

function describeNetwork({ network = 'ok', request = 0 }: PlanStep): string {
  if (network === 'ok') return '';
  const which = request === 0 ? 'its request' : `its ${ordinal(request)} request`;
  if (typeof network === 'object') return `, and ${which} fails with ${network.fail}`;
  const texts = {
    hold: `, and the answer to ${which} is held back`,
    slow: `, and the answer to ${which} takes two seconds`,
    abort: `, and the connection of ${which} breaks`,
    malformed: `, and the answer to ${which} is cut off`,
  };
  return texts[network];
}

function describeSeconds(seconds: number): string {
  if (seconds >= 7200) return `${Math.round(seconds / 3600)} hours`;
  if (seconds >= 120) return `${Math.round(seconds / 60)} minutes`;
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}

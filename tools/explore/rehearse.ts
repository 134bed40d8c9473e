// What the mock alone can tell of a plan with fewer records: what it answers to the requests that the page sent with all of them.
import { MockError } from '../../src/foundation/mock-error.js';
import type { Mock } from '../../src/index.js';
import { applyAct } from './others.js';
import { rowsOf, type ScenarioRecord } from './scenario-records.js';
import { STEP } from './stage.js';
import type { PlanStep } from './step.js';
import { answerOf, isRead, type PageCall } from './traffic.js';

/** What a plan did when every record was there. */
export interface WholePlan {
  readonly steps: readonly PlanStep[];
  readonly sentence: string;
  readonly calls: readonly PageCall[];
  readonly email: string | undefined;
}

/**
 * Whether the mock answers as it did, as far as the plan shows; or otherwise, so that only a page can tell what comes of it; or in such
 * a way that nothing comes of it: it refuses what the plan asks for, or never says the name of what it uses.
 */
export type FewRecords = 'alike' | 'unlike' | 'refused';

/** How many records are restored in all for one plan, which takes about as long as two pages. */
const MOST = 50_000;

/** Tells what comes of a plan with some of the records, until there were many of them. `names` are the texts of records that the plan shows. */
export function rehearsals(
  mock: Mock,
  { steps, calls, email }: WholePlan,
  names: readonly string[],
): (records: readonly ScenarioRecord[]) => Promise<FewRecords> {
  const whole = mock.snapshot();
  const executed = calls.filter(
    ({ network, path }) => typeof network !== 'object' && network !== 'abort' && !path.startsWith('/__mock'),
  );
  const used = names.filter((name) => steps.some((step) => 'target' in step && step.target.name.includes(name)));
  const said = used.filter((name) => executed.some(({ answer }) => answer?.body.includes(name)));
  let left = MOST;
  return async (records) => {
    left -= records.length;
    if (left < 0) return 'unlike';
    const few = mock.fork();
    let token: string | undefined;
    try {
      few.restore({ ...whole, tables: rowsOf(records) }, { edited: true });
      token = email === undefined ? undefined : few.tokenFor(email);
    } catch (error) {
      if (error instanceof MockError) return 'refused';
      throw error;
    }
    let isAlike = true;
    const unsaid = new Set(said);
    for (let number = -1; number < steps.length; number += 1) {
      const step = steps[number];
      if (step?.do === 'advance') few.clock.advance({ seconds: step.seconds });
      if (step?.do === 'other' && !applyAct(few, step.act)) return 'refused';
      for (const call of executed.filter((one) => one.step === number)) {
        const { status, body } = await answerOf(few, call, token);
        if (status >= 400 && call.status < 400 && isMeant(call)) return 'refused';
        isAlike &&= status === call.status;
        isAlike &&= names.every((name) => body.includes(name) || !call.answer?.body.includes(name));
        for (const name of unsaid) if (body.includes(name)) unsaid.delete(name);
      }
      few.clock.advance({ milliseconds: STEP });
    }
    if (unsaid.size > 0) return 'refused';
    return isAlike ? 'alike' : 'unlike';
  };
}

/** Whether a request is of the plan, and not only one of those of a page that opens. */
const isMeant = (call: PageCall) => call.step >= 0 || !isRead(call);

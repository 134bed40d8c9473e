import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { Fault } from 'briefs-mock';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { useLoaded } from '../../model/use-loaded.js';

/** The fault rules that hold back the next answer of a route, and have not struck yet. */
export type HoldRules = Signal<readonly Fault[]>;

function holdsNext({ hold, times, hits, ...rule }: Fault): boolean {
  const conditions = [rule.match, rule.skip, rule.probability, rule.delay_ms];
  return hold === true && times === 1 && hits === 0 && conditions.every((one) => one === undefined);
}

/** Keeps them loaded, once for all buttons of the view. */
export function useLoadedHoldRules(): HoldRules {
  const { api, live } = useConsole();
  const rules = useSignal<readonly Fault[]>([]);
  // Only a request shows that a rule has struck. Without a rule that waits, none is of interest.
  const strikes = useComputed(() => rules.value.length > 0 && live.versions.journal.value);
  const load = async (signal: AbortSignal): Promise<void> => {
    const before = rules.value;
    const { data } = await api.get<{ data: Fault[] }>('/__mock/faults', {}, signal);
    // A button has set or removed a rule meanwhile, which this answer may not know.
    if (rules.value !== before) return load(signal);
    rules.value = data.filter(holdsNext);
  };
  useLoaded(load, 'hold rules', [live.versions.faults, strikes]);
  return rules;
}

const HoldRulesContext = createContext<HoldRules | undefined>(undefined);

export const HoldRulesProvider = HoldRulesContext.Provider;

export function useHoldRules(): HoldRules {
  return useContext(HoldRulesContext) as HoldRules;
}

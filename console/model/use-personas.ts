import type { ListedScenario } from '../../src/control/scenarios.js';
import { useConsole } from './console-model.js';
import { useAnswer } from './use-answer.js';

/** The personas of the present scenario. */
export function usePersonas() {
  const { health } = useConsole();
  // A reset may bring a scenario that was not listed before.
  const { value, error } = useAnswer<{ data: ListedScenario[] }>('/__mock/scenarios', { topics: ['state'] });
  const scenario = health.value?.scenario;
  return {
    personas: value?.data.find(({ name }) => name === scenario)?.personas ?? [],
    isLoaded: value !== undefined && scenario !== undefined,
    error,
  };
}

import { useConsole } from './console-model.js';
import { useAnswer } from './use-answer.js';

/** A user that a scenario prepares for a purpose. */
export interface ListedPersona {
  readonly key: string;
  readonly email: string;
  readonly description: string;
}

/** A scenario, as `GET /__mock/scenarios` lists it. */
export interface ListedScenario {
  readonly name: string;
  readonly description: string;
  readonly clock: string;
  readonly personas: readonly ListedPersona[];
}

/** The personas of the present scenario. */
export function usePersonas() {
  const { health } = useConsole();
  const { value, error } = useAnswer<{ data: ListedScenario[] }>('/__mock/scenarios');
  const scenario = health.value?.scenario;
  return {
    personas: value?.data.find(({ name }) => name === scenario)?.personas ?? [],
    isLoaded: value !== undefined && scenario !== undefined,
    error,
  };
}

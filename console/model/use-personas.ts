import { useConsole } from './console-model.js';
import { useLoaded } from './use-loaded.js';

/** A user that a scenario prepares for a purpose. */
export interface ListedPersona {
  readonly key: string;
  readonly email: string;
  readonly description: string;
}

/** The personas of the present scenario. */
export function usePersonas() {
  const { api, health } = useConsole();
  const { value, error } = useLoaded(
    () => api.get<{ data: { name: string; personas: ListedPersona[] }[] }>('/__mock/scenarios'),
    'personas',
  ).value;
  const scenario = health.value?.scenario;
  return {
    personas: value?.data.find(({ name }) => name === scenario)?.personas ?? [],
    isLoaded: value !== undefined && scenario !== undefined,
    error,
  };
}

import { useConsole } from './console-model.js';
import type { QueryValues } from './control-api.js';
import type { Loaded } from './keep-loaded.js';
import type { Topic } from './live.js';
import { useLoaded } from './use-loaded.js';

interface AnswerOptions {
  readonly query?: QueryValues;
  /** What the answer tells of: a change of it reads the answer again. */
  readonly topics?: readonly Topic[];
}

/** What the control API answers at a path. While another path or query is read, the former answer stays. */
export function useAnswer<Answer>(path: string, { query = {}, topics = [] }: AnswerOptions = {}): Loaded<Answer> {
  const { api, live } = useConsole();
  const versions = topics.map((topic) => live.versions[topic]);
  return useLoaded((signal) => api.get<Answer>(path, query, signal), JSON.stringify([path, query]), versions).value;
}

import { signal } from '@preact/signals';
import type { SessionInfo } from 'briefs-mock';
import { ControlApi, type ControlFetch } from '../model/control-api.js';
import { type AddressBar, Navigation } from '../model/place.js';

/** Whether a session exists. A call in it would not do: the browser would report its failure as an error. @throws ControlError */
export async function hasSession(api: ControlApi, name: string): Promise<boolean> {
  const { data } = await api.get<{ data: SessionInfo[] }>('/__mock/sessions', { search: name });
  return data.some(({ id }) => id === name);
}

/**
 * Enters the first session again if the one that was kept over a reload went with the mock that the page had. The first one may
 * be missing: it starts with the first request of the page.
 */
export async function leaveLostSession(fetch: ControlFetch, bar: AddressBar, first: string | undefined): Promise<void> {
  const navigation = new Navigation(bar);
  const kept = navigation.session.value;
  if (kept === null || kept === first) return;
  try {
    if (await hasSession(new ControlApi(fetch, signal(null), signal('')), kept)) return;
    if (navigation.session.value === kept) navigation.enter(first ?? null, { replace: true });
  } catch {
    // The console says what is wrong.
  }
}

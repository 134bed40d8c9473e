// What the palette finds: views, commands, requests, people and records.
import type { ListedProfile, Row } from 'briefs-mock';
import type { ConsoleModel } from './console-model.js';
import { issueToken } from './issue-token.js';
import { reset, resetLoss } from './reset.js';

/** Something that the palette goes to or does. */
export interface PaletteItem {
  readonly kind: string;
  readonly title: string;
  /** Where it leads. */
  readonly to?: readonly (string | number)[];
  /** Does it. Returns the message to show; without one, it says that it is done. */
  readonly act?: () => Promise<unknown>;
  /** What it takes away, which is asked before. */
  readonly confirm?: string;
}

/** Rows of a kind that are shown at most. */
const SHOWN = 6;

/** A view that the palette can go to. */
export interface ConsoleView {
  readonly name: string;
  readonly title: string;
}

/** Everything that matches the text; `found` comes from the mock. */
export function itemsFor(
  model: ConsoleModel,
  text: string,
  views: readonly ConsoleView[],
  profiles: readonly ListedProfile[],
  found: readonly PaletteItem[],
): PaletteItem[] {
  const words = text.toLowerCase().split(/\s+/);
  const own = [
    ...views.map(({ name, title }): PaletteItem => ({ kind: 'View', title, to: [name] })),
    ...commands(model, profiles),
  ].filter(({ kind, title }) => words.every((word) => `${kind} ${title}`.toLowerCase().includes(word)));
  return [...own, ...requestsOf(model, text), ...found];
}

function commands({ api, live }: ConsoleModel, profiles: readonly ListedProfile[]): PaletteItem[] {
  const move = (title: string, advance_seconds: number): PaletteItem => ({
    kind: 'Do',
    title,
    act: () => api.send('PUT', '/__mock/clock', { advance_seconds }),
  });
  return [
    { kind: 'Do', title: 'Reset', act: () => reset(api), confirm: resetLoss(live) },
    move('A day on', 86_400),
    move('A week on', 604_800),
    ...profiles.map(
      ({ name, applied }): PaletteItem => ({
        kind: 'Do',
        title: `${applied ? 'Withdraw' : 'Apply'} ${name}`,
        act: () => api.send(applied ? 'DELETE' : 'PUT', `/__mock/fault-profiles/${name}`),
      }),
    ),
  ];
}

function requestsOf({ live }: ConsoleModel, text: string): PaletteItem[] {
  if (text === '') return [];
  return live.requests.value
    .filter(({ method, path }) => `${method} ${path}`.toLowerCase().includes(text.toLowerCase()))
    .slice(0, SHOWN)
    .map(({ entry, method, path, status }) => ({
      kind: 'Request',
      title: `${entry}: ${method} ${path}, ${status}`,
      to: ['requests', entry],
    }));
}

async function tokenText(model: ConsoleModel, email: string): Promise<string> {
  const { token, isCopied } = await issueToken(model, email);
  return `${isCopied ? 'Copied, a' : 'A'} token of ${email}: ${token}`;
}

/** People, and the records of the table that the first word names; what follows is searched in them. */
export async function search(model: ConsoleModel, text: string): Promise<PaletteItem[]> {
  if (text.trim() === '') return [];
  const { api } = model;
  const page = (words: string) => ({ limit: SHOWN, ...(words !== '' && { search: words }) });
  // Who types a command, or its words before the person, seeks the person.
  const sought = text.trim().replace(/^(log in as|(copy )?(a )?(new )?token( of)?) /i, '');
  const [name = '', ...rest] = sought.split(/\s+/);
  const [{ data: users }, { data: tables }] = await Promise.all([
    api.get<{ data: Row<'user'>[] }>('/__mock/data/user', page(sought)),
    api.get<{ data: { name: string; key: string }[] }>('/__mock/tables'),
  ]);
  const table = tables.find((one) => one.name === name.toLowerCase());
  const people = users.flatMap(({ fname, lname, email }): PaletteItem[] => [
    { kind: 'Person', title: `${fname} ${lname}, ${email}`, to: ['people', email] },
    model.canLogIn
      ? { kind: 'Do', title: `Log in as ${email}`, act: () => model.logInAs(email) }
      : { kind: 'Do', title: `Copy a new token of ${email}`, act: () => tokenText(model, email) },
  ]);
  if (table === undefined) return people;
  const { data } = await api.get<{ data: Record<string, string | number>[] }>(
    `/__mock/data/${table.name}`,
    page(rest.join(' ')),
  );
  const records = data.map((record) => {
    const key = record[table.key] as string | number;
    return { kind: 'Record', title: `${table.name} ${key}`, to: ['state', table.name, key] };
  });
  // The record that is named comes first.
  const isNamed = ({ to }: (typeof records)[number]) => Number(String(to[2]) === rest[0]);
  return [...records.sort((a, b) => isNamed(b) - isNamed(a)), ...people];
}

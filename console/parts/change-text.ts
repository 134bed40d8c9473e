import type { HistoryEntry } from 'briefs-mock';

/** Such as `+1 bookmark, −2 application`. */
export function changeText(tables: HistoryEntry['tables']): string {
  return Object.entries(tables)
    .map(([table, counts]) => {
      const { created = 0, updated = 0, removed = 0 } = counts ?? {};
      const parts = [created && `+${created}`, removed && `−${removed}`, updated && `~${updated}`];
      return `${parts.filter(Boolean).join(' ')} ${table}`;
    })
    .join(', ');
}

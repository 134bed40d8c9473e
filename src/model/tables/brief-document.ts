import { calendarDay, requiredText } from '../../foundation/common-schemas.js';
import {
  type DefaultContext,
  defineTable,
  reference,
  type SampleContext,
  type TablesOf,
  type TableType,
} from '../define-table.js';
import { brief } from './brief.js';

const columns = {
  /** Unique. Default: `1-` and a number that counts up. */
  gid: requiredText,
  /** The id of its brief; cannot be changed. */
  brief_id: requiredText,
  /** The day of publication, `YYYY-MM-DD`; unique in the brief. It is hidden until that day, by the mock's clock. */
  date: calendarDay,
};
type BriefDocumentTable = TablesOf<TableType<'brief_document', typeof columns>>;

export const briefDocument = defineTable({
  name: 'brief_document',
  columns,
  unique: [['brief_id', 'date']],
  numbered: ['gid'],
  references: [reference(brief, { brief_id: 'id' })],
  defaults: {
    gid: ({ tables, n }: DefaultContext<BriefDocumentTable>) => `1-${tables.brief_document.freeNumber('gid', '1-', n)}`,
  },
  // Bookmarks refer to a document together with its brief.
  fixed: ['brief_id'],
  sample: { date: newestFreeDay },
});

/** Today or, since a brief has at most one document per day (P23), the latest earlier day without one. */
function newestFreeDay({ row, tables, clock }: SampleContext<typeof columns, BriefDocumentTable>): string {
  let { day } = clock;
  while (tables.brief_document.has({ brief_id: row.brief_id, date: day })) day = daysBefore(day, 1);
  return day;
}

/** The day that is a number of days before another. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

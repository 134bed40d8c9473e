import { Link } from '../../parts/link.jsx';
import type { RecordKey } from './tables.js';

/** The records that a record has to do with, as `GET /__mock/data/:table/:key/links` answers them. */
export interface Links {
  readonly references: readonly {
    readonly columns: readonly string[];
    readonly table: string;
    readonly key: RecordKey | null;
  }[];
  readonly referenced_by: readonly {
    readonly table: string;
    readonly columns: readonly string[];
    readonly total: number;
    /** The first of them. */
    readonly keys: readonly RecordKey[];
  }[];
}

export function RecordLinks({ links: { references, referenced_by: referring } }: { readonly links: Links }) {
  return (
    <>
      {references.length > 0 && (
        <>
          <h3>Refers to</h3>
          <dl class="facts">
            {references.map(({ columns, table, key }) => (
              <div key={`${table} ${columns.join()}`}>
                <dt>{columns.join(', ')}</dt>
                <dd>{key === null ? <span class="quiet">no {table}</span> : <RecordLink table={table} id={key} />}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {referring.length > 0 && (
        <>
          <h3>Is referred to by</h3>
          <dl class="facts">
            {referring.map(({ table, columns, total, keys }) => (
              <div key={`${table} ${columns.join()}`}>
                <dt>
                  {table} <span class="quiet">({columns.join(', ')})</span>
                </dt>
                <dd>
                  {total === 0 && <span class="quiet">none</span>}
                  {keys.map((key, i) => (
                    <>
                      {i > 0 && ', '}
                      <RecordLink key={key} table={table} id={key} />
                    </>
                  ))}
                  {total > keys.length && ` and ${(total - keys.length).toLocaleString('en')} more`}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function RecordLink({ table, id }: { readonly table: string; readonly id: RecordKey }) {
  return (
    <Link to={['state', table, id]}>
      {table} {id}
    </Link>
  );
}

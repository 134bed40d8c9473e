import type { Links } from '../../../src/control/links.js';
import { grouped } from '../../../src/foundation/grouped.js';
import type { RecordKey } from '../../model/row-change.js';
import { Link } from '../../parts/link.jsx';

interface RecordLinksProps {
  readonly table: string;
  readonly id: RecordKey;
  readonly links: Links;
}

/** A record between those that it refers to and those that refer to it, as a graph that one can walk. */
export function RecordLinks({ table, id, links: { references, referenced_by: referring } }: RecordLinksProps) {
  return (
    <div class="graph">
      {references.length > 0 && (
        <div>
          <h3>Refers to</h3>
          <ul class="from">
            {references.map(({ columns, table, key }) => (
              <li key={`${table} ${columns.join()}`}>
                {key === null ? <span class="quiet">no {table}</span> : <RecordLink table={table} id={key} />}
                <span class="quiet">{columns.join(', ')}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <strong class="node">
        {table} {id}
      </strong>
      {referring.length > 0 && (
        <div>
          <h3>Is referred to by</h3>
          <ul class="to">
            {referring.map(({ table, columns, total, keys }) => (
              <li key={`${table} ${columns.join()}`}>
                {total === 0 && <span class="quiet">no {table}</span>}
                {keys.map((key) => (
                  <RecordLink key={key} table={table} id={key} />
                ))}
                <span class="quiet">
                  {total > keys.length && `and ${grouped(total - keys.length)} more, `}
                  {columns.join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function RecordLink({ table, id }: { readonly table: string; readonly id: RecordKey }) {
  return (
    <Link to={['state', table, id]}>
      {table} {id}
    </Link>
  );
}

import type { Row } from 'briefs-mock';
import { grouped } from '../../../src/foundation/grouped.js';
import { useConsole } from '../../model/console-model.js';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Pages, useListPage, usePageQuery } from '../../parts/pages.jsx';
import { SearchField } from '../../parts/search-field.jsx';
import { Table } from '../../parts/table.jsx';

/** All users, by pages, with a search. */
export function Users() {
  const { state } = useConsole().live.versions;
  const page = useListPage<{ data: Row<'user'>[]; total: number }>('/__mock/data/user', usePageQuery(), [state]);
  const { value, error } = page;
  return (
    <section aria-labelledby="users">
      <div class="page-head">
        <h2 id="users">
          Users <span class="quiet">{value && grouped(value.total)}</span>
        </h2>
        <SearchField placeholder="Name, e-mail, …" />
      </div>
      <Failure error={error} />
      {value?.data.length === 0 && <p class="quiet">No user matches.</p>}
      {value !== undefined && value.data.length > 0 && (
        <Table columns={['Name', 'E-mail', 'Client']}>
          {value.data.map(({ id, fname, lname, email, client_id }) => (
            <tr key={id}>
              <td>
                {fname} {lname}
              </td>
              <td>
                <Link to={['people', email]}>{email}</Link>
              </td>
              <td>{client_id === null ? '' : <Link to={['state', 'client', client_id]}>{client_id}</Link>}</td>
            </tr>
          ))}
        </Table>
      )}
      <Pages {...page} />
    </section>
  );
}

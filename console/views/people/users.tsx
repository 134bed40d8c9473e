import type { Row } from 'briefs-mock';
import { useConsole } from '../../model/console-model.js';
import { useAnswer } from '../../model/use-answer.js';
import { Failure } from '../../parts/failure.jsx';
import { Link } from '../../parts/link.jsx';
import { Pages } from '../../parts/pages.jsx';
import { TableHead } from '../../parts/table-head.jsx';

/** Users on one page. */
const SIZE = 50;

/** All users, by pages, with a search. */
export function Users() {
  const { navigation } = useConsole();
  const { search = '', page = '1' } = navigation.place.value.query;
  const number = Math.max(1, Math.trunc(Number(page)) || 1);
  const query = { limit: SIZE, offset: (number - 1) * SIZE, ...(search !== '' && { search }) };
  const { value, error } = useAnswer<{ data: Row<'user'>[]; total: number }>('/__mock/data/user', {
    query,
    topics: ['state'],
  });
  return (
    <section aria-labelledby="users">
      <div class="page-head">
        <h2 id="users">
          Users <span class="quiet">{value?.total.toLocaleString('en')}</span>
        </h2>
        <label>
          Search{' '}
          <input
            type="search"
            value={search}
            placeholder="Name, e-mail, …"
            onInput={({ currentTarget }) => navigation.filter({ search: currentTarget.value, page: '' })}
          />
        </label>
      </div>
      <Failure error={error} />
      {value?.data.length === 0 && <p class="quiet">No user matches.</p>}
      {value !== undefined && value.data.length > 0 && (
        <table>
          <TableHead columns={['Name', 'E-mail', 'Client']} />
          <tbody>
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
          </tbody>
        </table>
      )}
      <Pages number={number} count={Math.ceil((value?.total ?? 0) / SIZE)} />
    </section>
  );
}

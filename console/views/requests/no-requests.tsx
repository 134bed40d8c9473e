import { useConsole } from '../../model/console-model.js';
import { Link } from '../../parts/link.jsx';

/** What the view says without requests. `isFiltered`: there are some, but none matches the filters. */
export function NoRequests({ isFiltered }: { readonly isFiltered: boolean }) {
  const { live, navigation, origin } = useConsole();
  if (live.connection.value === 'connecting') return <p class="quiet">Loading …</p>;
  if (isFiltered) {
    return (
      <div class="card">
        <p>No request matches the filters.</p>
        <button type="button" onClick={() => navigation.filter({ method: '', text: '', person: '', status: '' })}>
          Show all requests
        </button>
      </div>
    );
  }
  return (
    <div class="card">
      <p>No requests yet. They appear here as soon as your application or a test makes them.</p>
      {origin !== undefined && (
        <p class="quiet">
          The three APIs are below <code>{origin}</code>. The view <Link to={['people']}>People</Link> has tokens to
          copy.
        </p>
      )}
    </div>
  );
}

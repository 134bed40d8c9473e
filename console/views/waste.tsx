import type { ReportedRead, RequestReport } from 'briefs-mock';
import type { ComponentChildren } from 'preact';
import { useAnswer } from '../model/use-answer.js';
import { Failure } from '../parts/failure.jsx';
import { Link } from '../parts/link.jsx';
import { Page } from '../parts/page.jsx';
import { Table } from '../parts/table.jsx';

/** What the requests in the journal asked in vain. */
export function Waste() {
  const { value, error } = useAnswer<RequestReport>('/__mock/requests/report', { topics: ['journal'] });
  return (
    <Page
      title="Waste"
      about="Reads that gave the application nothing new, and reads that could have been fewer or sooner."
    >
      <Failure error={error} />
      {value !== undefined && <Report report={value} />}
    </Page>
  );
}

function Report({ report: { requests, dropped, repeated, n_plus_one, chains, routes } }: { report: RequestReport }) {
  return (
    <>
      <p class="quiet">
        Of {requests} requests in the journal{dropped > 0 && `; ${dropped} earlier ones are no longer kept`}.
      </p>
      <Findings
        title="Repeated"
        nothing="No read was repeated while its answer stayed the same."
        count={repeated.length}
      >
        {repeated.map(({ path, email, count, entries, bytes }) => (
          <li key={entries[0]}>
            <code>GET {path}</code> again {count === 1 ? 'once' : `${count} times`}, {sizeText(bytes)}
            {email !== null && ` (${email})`}: <Requests entries={entries} />
          </li>
        ))}
      </Findings>
      <Findings
        title="One for each"
        nothing="No list was followed by a read for each of its elements."
        count={n_plus_one.length}
      >
        {n_plus_one.map(({ route, parameter, count, source, entries }) => (
          <li key={`${entries[0]} ${parameter}`}>
            <code>GET {route}</code> for {count} values of {parameter} from <Read read={source} />:{' '}
            <Requests entries={entries} />
          </li>
        ))}
      </Findings>
      <Findings title="One after the other" nothing="No three reads waited for each other." count={chains.length}>
        {chains.map(({ requests: links, count }) => (
          <li key={links.map(({ entry }) => entry).join(' ')}>
            {links.map((link, i) => (
              <span key={link.entry}>
                {i > 0 && ` → ${link.waited_for} → `}
                <Read read={link} />
              </span>
            ))}
            {count > 1 && ` (${count} times)`}
          </li>
        ))}
      </Findings>
      <Routes routes={routes} />
    </>
  );
}

function Routes({ routes }: Pick<RequestReport, 'routes'>) {
  return (
    <>
      <h2>Bytes by route</h2>
      <Table columns={['Route', 'Requests', 'Bytes', 'Repeated']} counts={['Requests', 'Bytes', 'Repeated']}>
        {routes.map(({ method, route, requests: number, bytes, repeated_bytes }) => (
          <tr key={`${method} ${route}`}>
            <td>
              <code>
                {method} {route}
              </code>
            </td>
            <td class="count" data-label="requests:">
              {number}
            </td>
            <td class="count">{sizeText(bytes)}</td>
            <td class="count" data-label={repeated_bytes > 0 ? 'repeated:' : undefined}>
              {repeated_bytes > 0 && sizeText(repeated_bytes)}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

interface FindingsProps {
  readonly title: string;
  /** What to say if there are none. */
  readonly nothing: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

function Findings({ title, nothing, count, children }: FindingsProps) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {count === 0 ? <p class="quiet">{nothing}</p> : <ul>{children}</ul>}
    </section>
  );
}

function Read({ read: { entry, path } }: { read: ReportedRead }) {
  return (
    <Link to={['requests', entry]}>
      <code>{path}</code>
    </Link>
  );
}

/** Links to requests, by their numbers. */
function Requests({ entries }: { entries: readonly number[] }) {
  return (
    <>
      {entries.map((entry, i) => (
        <span key={entry}>
          {i > 0 && ', '}
          <Link to={['requests', entry]}>{entry}</Link>
        </span>
      ))}
    </>
  );
}

function sizeText(bytes: number): string {
  return bytes < 10_000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`;
}

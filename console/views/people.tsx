import { usePersonas } from '../model/use-personas.js';
import { Failure } from '../parts/failure.jsx';
import { Link } from '../parts/link.jsx';
import { Page } from '../parts/page.jsx';
import { Matrix } from './people/matrix.jsx';
import { Person } from './people/person.jsx';
import { TokenButton } from './people/token-button.jsx';
import { Users } from './people/users.jsx';

/** The users of the mock, the personas of the scenario first. */
export function People({ path: [email] }: { readonly path: readonly string[] }) {
  const { personas, error } = usePersonas();
  if (email === 'matrix') return <Matrix />;
  if (email !== undefined) {
    return <Person key={email} email={email} persona={personas.find((one) => one.email === email)} />;
  }
  return (
    <Page
      title="People"
      about="The users of the mock: take the token of one, and see what they see."
      tools={<Link to={['people', 'matrix']}>People by briefs</Link>}
    >
      <Failure error={error} />
      {personas.length > 0 && (
        <section aria-labelledby="personas">
          <h2 id="personas">Personas</h2>
          <p class="about">Users that the scenario prepares for a purpose.</p>
          <ul class="cards">
            {personas.map(({ key, email, description }) => (
              <li key={key} class="card">
                <h3>
                  <Link to={['people', email]}>{key}</Link>
                </h3>
                <p>{description}</p>
                <p class="quiet">{email}</p>
                <TokenButton email={email} name={key} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Users />
    </Page>
  );
}

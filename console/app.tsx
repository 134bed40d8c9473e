import { BookOpen } from 'lucide';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useConsole } from './model/console-model.js';
import { Bar } from './parts/bar.jsx';
import { Icon } from './parts/icon.jsx';
import { Link } from './parts/link.jsx';
import { Palette } from './parts/palette.jsx';
import { TokenForm } from './parts/token-form.jsx';
import { useKeptFocus } from './parts/use-kept-focus.js';
import { views } from './views/index.js';

/** Below this width in pixels, rows become cards. */
const NARROW = 600;

/** The whole console: the bar above, the menu, and the present view. */
export function App() {
  const model = useConsole();
  const { api, navigation, origin, isNarrow } = model;
  const session = api.session.value;
  const [name = views[0].name, ...path] = navigation.place.value.path;
  const view = views.find((one) => one.name === name);
  const { component: Component = NoSuchView, title = 'Not found' } = view ?? {};
  const frame = useRef<HTMLDivElement>(null);
  // A page around a panel has a main part of its own.
  const Main = origin === undefined ? 'section' : 'main';
  const classes = ['console', isNarrow.value && 'narrow', origin === undefined && 'in-page'];
  const menu = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  useKeptFocus(frame, main);
  useLayoutEffect(() => {
    const element = frame.current as HTMLDivElement;
    const measure = () => {
      isNarrow.value = element.clientWidth < NARROW;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // On a narrow page, only a part of the menu is in view.
  useEffect(() => centre(menu.current), [name]);
  return (
    <div class={classes.filter(Boolean).join(' ')} ref={frame}>
      <Bar onSkip={() => main.current?.focus()}>
        <Palette views={views} />
      </Bar>
      <nav class="menu" aria-label="Views" ref={menu}>
        {views.map(({ name: to, title, icon }) => (
          <Link key={to} to={[to]} current={to === name}>
            <Icon of={icon} /> {title}
          </Link>
        ))}
        {origin !== undefined && (
          <a href={`${origin}${session === null ? '' : `/__mock/s/${session}`}/__mock/docs`}>
            <Icon of={BookOpen} /> API reference
          </a>
        )}
      </nav>
      <ConnectionProblem />
      {/* Another session or address starts with a fresh view. Tab leads to it, because a view of plain text can be scrolled only then. */}
      <Main
        key={`${session} ${name}`}
        class="view"
        aria-label={title}
        ref={main}
        tabIndex={0}
        // The browser says what is wrong with a field, and no action starts.
        onInvalidCapture={() => model.forgetErrors()}
      >
        {api.needsToken.value ? <TokenForm /> : <Component path={path} />}
      </Main>
    </div>
  );
}

/** Why nothing arrives from the mock. */
function ConnectionProblem() {
  const { live, navigation } = useConsole();
  const [connection, problem] = [live.connection.value, live.problem.value];
  if (connection !== 'lost' && connection !== 'no session') return null;
  return (
    <p class="failure across" role="alert">
      {connection === 'lost' ? (
        `The connection to the mock is lost: ${problem || 'it closed the connection'}. Trying again …`
      ) : (
        <>
          {problem}.{' '}
          <button type="button" onClick={() => navigation.enter(null)}>
            Enter the default session
          </button>
        </>
      )}
    </p>
  );
}

function NoSuchView() {
  return <p>There is no such view. Choose one above.</p>;
}

/** Scrolls a menu so that the link of the present view is in its middle. `scrollIntoView` would also move where Tab starts. */
function centre(menu: HTMLElement | null): void {
  const link = menu?.querySelector('[aria-current]');
  if (!menu || !link) return;
  const [whole, part] = [menu.getBoundingClientRect(), link.getBoundingClientRect()];
  menu.scrollBy(part.x + part.width / 2 - (whole.x + whole.width / 2), 0);
}

import type { JournalEntry } from 'briefs-mock';
import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { useChangesOf } from '../../model/use-changes-of.js';
import { useKeptRevisions } from '../../model/use-kept-revisions.js';
import { useLoaded } from '../../model/use-loaded.js';
import { ActionButton } from '../../parts/action-button.jsx';
import { BranchButton } from '../../parts/branch-button.jsx';
import { ChangesList } from '../../parts/changes-list.jsx';
import { CopyButton } from '../../parts/copy-button.jsx';
import { Failure } from '../../parts/failure.jsx';
import { JsonTree } from '../../parts/json-tree.jsx';
import { Link } from '../../parts/link.jsx';
import { takeLostFocus } from '../../parts/take-lost-focus.js';
import { timeText } from '../../parts/time-text.js';
import { WriteTestButton } from '../../parts/write-test-button.jsx';
import { focusedBeside } from './focused-beside.js';
import { HeldAnswerForm } from './held-answer-form.jsx';
import { HoldButton } from './hold-button.jsx';
import { durationText, Marks } from './marks.jsx';
import { pathText } from './path-text.js';
import { RewindButton, revisionBefore } from './rewind-button.jsx';
import { StatusText } from './status-text.jsx';

/** One request, by its number in the journal: why it was answered so, what it changed, and its content. */
export function RequestDetail({ entry: number }: { readonly entry: string }) {
  const { api, live, navigation } = useConsole();
  const closeByKey = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const target = event.target as Element;
    // Escape in a dialog closes that alone.
    if (event.key !== 'Escape' || target.closest('dialog')) return;
    // A panel stays open.
    event.preventDefault();
    // What was typed in a field would be lost.
    if (target.closest('input, textarea')) event.currentTarget.querySelector('h2')?.focus();
    else navigation.go(['requests'], navigation.place.value.query);
  };
  // A request changes only when its answer was held back and is sent.
  const isHeld = live.requests.value.find(({ entry }) => String(entry) === number)?.held ?? false;
  const path = `/__mock/requests/${encodeURIComponent(number)}`;
  const { value, error } = useLoaded(
    (signal) => api.get<{ data: JournalEntry }>(path, {}, signal),
    String(isHeld),
  ).value;
  return (
    <article class="detail" aria-label={`Request ${number}`} onKeyDown={closeByKey}>
      {value && <Entry entry={value.data} />}
      {error?.status === 404 && (
        <>
          <h2>Request {number}</h2>
          <p>
            This request is no longer in the journal of this session. The journal keeps the last 1,000 requests; “Clear”
            and a reset empty it.
          </p>
          <CloseLink />
        </>
      )}
      {error?.status !== 404 && <Failure error={error} />}
    </article>
  );
}

/** The filters of the list stay when a request is closed. */
function CloseLink() {
  const { navigation } = useConsole();
  return (
    <Link to={['requests']} query={navigation.place.value.query} class="close">
      Close
    </Link>
  );
}

function Entry({ entry }: { readonly entry: JournalEntry }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const gap = useGap(entry);
  useEffect(() => {
    // When an address leads here, the page is scrolled to its top.
    if (focusedBeside(heading.current)) heading.current?.focus();
  }, []);
  // The form of a held answer goes with the focus in it.
  useEffect(() => (entry.held ? () => takeLostFocus(heading.current) : undefined), [entry.held]);
  return (
    <>
      <header class="detail-head">
        <h2 ref={heading} tabIndex={-1}>
          {entry.method} {pathText(entry)}
        </h2>
        <CloseLink />
      </header>
      <p>
        <StatusText entry={entry} /> <Marks entry={entry} />
      </p>
      {entry.held && <HeldAnswerForm entry={entry} />}
      {entry.reason !== undefined && (
        <p class={entry.faults.length > 0 ? 'reason fault' : 'reason'}>
          <strong>Why:</strong> {entry.reason}
        </p>
      )}
      <h3>What it changed</h3>
      <Changes entry={entry} gap={gap} />
      <Actions entry={entry} canGoBack={gap === undefined} />
      <Body title="Response" entry={entry} message={entry.response} />
      <Body title="Request" entry={entry} message={entry.request} />
      <h3>About it</h3>
      <Facts entry={entry} />
      <Headers title="request" message={entry.request} />
      <Headers title="response" message={entry.response} />
    </>
  );
}

interface ActionsProps {
  readonly entry: JournalEntry;
  /** Whether the history has the state before it. */
  readonly canGoBack: boolean;
}

function Actions({ entry, canGoBack }: ActionsProps) {
  const model = useConsole();
  const { api } = model;
  const curl = async () => {
    const { data } = await api.get<{ data: { command: string } }>(`/__mock/requests/${entry.entry}/curl`);
    return data.command;
  };
  return (
    <p class="actions">
      {model.canLogIn && entry.email !== null && (
        <ActionButton onAct={() => model.logInAs(entry.email as string)} title="Logs the application of this page in">
          Log in as {entry.email}
        </ActionButton>
      )}
      <HoldButton entry={entry} />
      <CopyButton label="Copy as curl" text={curl} />
      {canGoBack && (
        <>
          <RewindButton entry={entry} />
          <BranchButton
            from={api.session.value}
            at={entry.revision}
            title="Creates a session with the state after this request, and enters it. This session stays as it is."
          >
            Branch from here
          </BranchButton>
          <WriteTestButton
            since={revisionBefore(entry)}
            title="Of everything from the last change before this request on"
          />
        </>
      )}
    </p>
  );
}

function Facts({ entry }: { readonly entry: JournalEntry }) {
  return (
    <dl class="facts">
      <dt>Route</dt>
      <dd>{entry.route === null ? 'None answered.' : <code>{entry.route}</code>}</dd>
      <dt>Person</dt>
      <dd data-actor={entry.actor}>
        {entry.email === null ? whyNobody(entry) : <Link to={['people', entry.email]}>{entry.email}</Link>}
        {entry.actor !== undefined && `, sent by the actor ${entry.actor}`}
      </dd>
      <dt>{entry.held ? 'Held since' : 'Answered'}</dt>
      <dd>
        {timeText(entry.wall_time)}
        {!entry.held && `, after ${durationText(entry)}`}; by the mock’s clock {timeText(entry.at)}
      </dd>
      {entry.faults.length > 0 && (
        <>
          <dt>Fault {entry.faults.length === 1 ? 'rule' : 'rules'}</dt>
          <dd>
            <Link to={['faults']}>{entry.faults.join(', ')}</Link>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Why no person is known. Only a route of the public API looks at the token, and only if nothing has failed before. */
function whyNobody({ route, status, faults }: JournalEntry): string {
  if (route === null) return 'Unknown: no route answered, so the token was not looked at.';
  if (!route.startsWith('/public-api/')) return 'None: this API has no persons.';
  if (faults.length > 0) return 'None: a fault rule applied, and the token was not looked at or not accepted.';
  if (status === 401) return 'None: the token is missing or invalid. The reason says which.';
  return 'Unknown: the request failed before the token was looked at.';
}

/**
 * Why the history of the session does not have the state before a request; undefined if it has or may have, empty until that is
 * known.
 */
function useGap(request: JournalEntry): string | undefined {
  const { live } = useConsole();
  const { kept, error } = useKeptRevisions();
  if (!live.hasHistory.value) return 'This mock keeps no history, so it is not known.';
  // A change of this session has a revision; one of the session from which it was branched off has none here.
  const isBefore = [request, ...live.requests.value].some(
    ({ entry, changed, revision }) => entry >= request.entry && changed && revision === 0,
  );
  if (isBefore) return 'This session was branched off after it, so only the other session knows.';
  if (kept === undefined) return error === undefined ? '' : undefined;
  const isDropped = revisionBefore(request) < kept.oldest;
  return isDropped ? 'It is no longer known: the history keeps only the last changes.' : undefined;
}

interface ChangesProps {
  readonly entry: JournalEntry;
  readonly gap: string | undefined;
}

function Changes({ entry, gap }: ChangesProps) {
  if (!entry.changed) return <p class="quiet">Nothing.</p>;
  if (gap !== undefined) return <p class="quiet">{gap}</p>;
  return <ChangesOf revision={entry.revision} />;
}

function ChangesOf({ revision }: Pick<JournalEntry, 'revision'>) {
  const { changes, error } = useChangesOf(revision);
  return (
    <>
      <Failure error={error} />
      {changes && <ChangesList changes={changes} none="Nothing: it wrote the values that were there already." />}
    </>
  );
}

interface BodyProps {
  readonly title: 'Request' | 'Response';
  readonly entry: JournalEntry;
  readonly message: JournalEntry['request'];
}

function Body({ title, entry, message }: BodyProps) {
  return (
    <>
      <h3>{title}</h3>
      {message === undefined && (
        <p class="quiet">
          {title === 'Response' && entry.status === 0
            ? 'A fault rule broke the connection, so there is none.'
            : 'The journal no longer keeps its headers and body.'}
        </p>
      )}
      {message && message.body === undefined && <p class="quiet">No body.</p>}
      {message?.body !== undefined && <JsonTree label={`Body of the ${title.toLowerCase()}`} value={message.body} />}
      {message?.cut && <p class="quiet">The body is longer; the journal keeps its first 16 KiB.</p>}
    </>
  );
}

function Headers({ title, message }: { readonly title: string; readonly message: JournalEntry['request'] }) {
  if (message === undefined) return null;
  return (
    <>
      <h3>Headers of the {title}</h3>
      <table class="headers" aria-label={`Headers of the ${title}`}>
        <tbody>
          {Object.entries(message.headers).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

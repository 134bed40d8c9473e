import type { JournalEntry } from 'briefs-mock';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../../model/console-model.js';
import { changeText } from '../../parts/change-text.js';
import { Link } from '../../parts/link.jsx';
import { focusedBeside } from './focused-beside.js';
import { HoldButton } from './hold-button.jsx';
import { durationText, Marks } from './marks.jsx';
import { timeOf } from './page-loads.js';
import { pathText } from './path-text.js';
import { RoutePath } from './route-path.jsx';
import { StatusNumber } from './status-text.jsx';

const columns = [
  { name: 'Time', class: 'time' },
  { name: 'Method', class: 'method' },
  { name: 'Path', class: 'wide' },
  { name: 'Status', class: 'status' },
  { name: 'Person', class: 'person' },
  { name: 'Change or reason', class: 'result' },
  { name: 'Marks', class: 'marks' },
  { name: 'Duration', class: 'duration' },
];

export function RequestHead() {
  return (
    <div role="row" class="row head">
      {columns.map(({ name, class: column }) => (
        <span key={name} role="columnheader" class={`cell ${column}`}>
          {name}
        </span>
      ))}
    </div>
  );
}

interface RequestRowProps {
  readonly entry: JournalEntry;
  readonly index: number;
  readonly style: { readonly transform: string; readonly height: string };
  readonly isOpen: boolean;
  /** Whether it is the one that was closed: the focus comes back to it. */
  readonly wasOpen: boolean;
  /** The first request of the page load that this one belongs to, unless it is the first. */
  readonly load: JournalEntry | undefined;
}

export function RequestRow({ entry, index, style, isOpen, wasOpen, load }: RequestRowProps) {
  const { navigation } = useConsole();
  const { query } = navigation.place.value;
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wasOpen && focusedBeside(row.current) === null) row.current?.querySelector('a')?.focus();
  }, [wasOpen]);
  return (
    <div ref={row} role="row" aria-rowindex={index + 2} class={classOf(isOpen, load)} style={style}>
      <span role="cell" class="cell time">
        <time dateTime={entry.wall_time} title={load && `Of the page load at ${clockTime(load)}`}>
          {load === undefined ? clockTime(entry) : `+${timeOf(entry) - timeOf(load)} ms`}
        </time>
      </span>
      <span role="cell" class="cell method">
        {entry.method}
      </span>
      <span role="cell" class="cell wide">
        <Link to={['requests', entry.entry]} query={query} current={isOpen} class="row-link" label={pathText(entry)}>
          <RoutePath entry={entry} />
        </Link>
      </span>
      <span role="cell" class="cell status">
        <StatusNumber entry={entry} />
      </span>
      <span
        role="cell"
        class="cell person"
        data-actor={entry.actor}
        title={entry.actor === undefined ? (entry.email ?? undefined) : byActor(entry)}
      >
        {entry.email !== null && <Person email={entry.email} />}
        {entry.actor !== undefined && <span class="actor quiet">{entry.actor}</span>}
      </span>
      <Result entry={entry} />
      <span role="cell" class="cell marks">
        <Marks entry={entry} />
        <HoldButton entry={entry} isShort />
      </span>
      <span role="cell" class="cell duration">
        {durationText(entry)}
        <span class="time-bar" style={{ inlineSize: `${100 * barLength(entry)}%` }} />
      </span>
    </div>
  );
}

/** The first row of a page load is below the others, and has a line below it. */
function classOf(isOpen: boolean, load: JournalEntry | undefined): string {
  return ['row', isOpen && 'selected', load === undefined && 'first'].filter(Boolean).join(' ');
}

function byActor({ email, actor }: JournalEntry): string {
  return `${email ?? 'The application'}, sent by the actor ${actor}`;
}

function clockTime({ wall_time: time }: JournalEntry): string {
  return new Date(time).toTimeString().slice(0, 8);
}

function Person({ email }: { readonly email: string }) {
  const name = email.split('@')[0] as string;
  const initials = name.split(/[._+-]+/).map((part) => part.slice(0, 1));
  return (
    <>
      <span class="initials" aria-hidden="true">
        {initials.slice(0, 2).join('').toUpperCase()}
      </span>
      {name}
    </>
  );
}

/** What a request changed, or why it failed. */
function Result({ entry: { changed, reason, revision } }: Pick<RequestRowProps, 'entry'>) {
  const { live } = useConsole();
  const tables = live.changes.value.get(revision)?.tables;
  const text = changed ? (tables && changeText(tables)) || 'changed' : reason;
  return (
    <span role="cell" class={changed ? 'cell result' : 'cell result quiet'} title={text}>
      {text}
    </span>
  );
}

/** From 0 to 1, logarithmic, because requests take from a tenth of a millisecond to many seconds. */
function barLength({ held, duration_ms: duration }: JournalEntry): number {
  return held ? 0 : Math.min(1, Math.log10(1 + duration) / 4);
}

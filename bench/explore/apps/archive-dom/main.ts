// An archive in plain DOM: the issues of a brief by day, and the issues that were saved. The URL says what is open.
import { call, explain, hasExpired } from '../api.js';

interface Issue {
  name: string;
  slug: string;
  gid: string;
  bookmarked: boolean;
  article: { title: string }[];
  date_option: { picker: { date: string; gid: string }[] };
}
interface Saved {
  name: string;
  date: string;
  slug: string;
  gid: string;
}

const api = '/public-api/v1';
const main = document.createElement('main');
main.innerHTML = `<h1>Archive</h1><ul id="briefs"></ul><section id="issue"></section>
  <h2>Saved issues</h2><ul id="saved"></ul><p role="alert"></p>`;
document.body.append(main);
const at = (selector: string) => main.querySelector(selector) as HTMLElement;
let issueTurn = 0;
let savedTurn = 0;

const say = (text: string) => {
  at('[role=alert]').textContent = text;
};

function explained(error: unknown, otherwise: string): string {
  return FAULT === 'silent-expiry' && hasExpired(error) ? '' : explain(error, otherwise);
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}

function fill(list: HTMLElement, buttons: HTMLButtonElement[]): void {
  const items = buttons.map((element) => {
    const item = document.createElement('li');
    item.append(element);
    return item;
  });
  list.replaceChildren(...items);
}

function go(slug: string, gid?: string): void {
  history.pushState(null, '', `?${new URLSearchParams(gid === undefined ? { slug } : { slug, gid })}`);
  void showIssue();
}

async function showIssue(): Promise<void> {
  const turn = ++issueTurn;
  const query = new URLSearchParams(location.search);
  const [slug, gid] = [query.get('slug'), query.get('gid')];
  say('');
  at('#issue').removeAttribute('aria-busy');
  if (slug === null) return at('#issue').replaceChildren();
  at('#issue').setAttribute('aria-busy', 'true');
  try {
    const issue = await call<Issue>(gid === null ? `${api}/brief/${slug}` : `${api}/brief/${slug}/${gid}`);
    if (turn === issueTurn || FAULT === 'late-day') at('#issue').replaceChildren(...parts(issue));
  } catch (error) {
    if (FAULT === 'unhandled-failure') throw error;
    if (turn === issueTurn) {
      at('#issue').replaceChildren();
      say(explained(error, 'The issue could not be loaded.'));
    }
  } finally {
    if (turn === issueTurn) at('#issue').removeAttribute('aria-busy');
  }
}

function parts(issue: Issue): Node[] {
  const heading = document.createElement('h2');
  const day = issue.date_option.picker.find(({ gid }) => gid === issue.gid)?.date ?? '';
  heading.textContent = `${issue.name} ${day}`;
  const days = document.createElement('select');
  days.setAttribute('aria-label', 'Day');
  days.append(...issue.date_option.picker.map(({ date, gid }) => new Option(date, gid, false, gid === issue.gid)));
  days.addEventListener('change', () => go(issue.slug, days.value));
  const articles = document.createElement('ul');
  for (const { title } of issue.article)
    articles.append(Object.assign(document.createElement('li'), { textContent: title }));
  return [heading, days, saveButton(issue), articles];
}

function saveButton(issue: Issue): HTMLButtonElement {
  let isSaved = issue.bookmarked;
  const show = () => toggle.setAttribute('aria-pressed', String(isSaved));
  const save = async () => {
    toggle.disabled = true;
    say('');
    try {
      await call(`${api}/bookmark/${issue.slug}/${issue.gid}`, isSaved ? 'DELETE' : 'POST');
      isSaved = !isSaved;
      show();
      if (FAULT !== 'stale-saved') await showSaved();
    } catch (error) {
      say(explained(error, 'The issue could not be saved.'));
    }
    toggle.disabled = false;
  };
  const toggle = button('Save this issue', () => void save());
  show();
  return toggle;
}

async function showSaved(): Promise<void> {
  const turn = ++savedTurn;
  try {
    const saved = await call<Saved[]>(`${api}/bookmark/brief`);
    if (turn !== savedTurn) return;
    fill(
      at('#saved'),
      saved.map(({ name, date, slug, gid }) => button(`${name}, ${date}`, () => go(slug, gid))),
    );
  } catch (error) {
    say(explained(error, 'The saved issues could not be loaded.'));
  }
}

async function showBriefs(): Promise<void> {
  try {
    const briefs = await call<{ name: string; slug: string }[]>(`${api}/brief`);
    fill(
      at('#briefs'),
      briefs.map(({ name, slug }) => button(name, () => go(slug))),
    );
  } catch (error) {
    say(explained(error, 'The briefs could not be loaded.'));
  }
}

if (FAULT !== 'back-ignored') window.addEventListener('popstate', () => void showIssue());
void showBriefs();
void showSaved();
void showIssue();

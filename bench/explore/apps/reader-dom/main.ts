// A reader in plain DOM: the list of briefs with a filter, and the open brief with a bookmark on each article.
import { call, explain } from '../api.js';

interface Article {
  title: string;
  gid: string;
  bookmarked: boolean;
}
interface Brief {
  name: string;
  slug: string;
}
interface BriefDocument extends Brief {
  gid: string;
  article: Article[];
}

const api = '/public-api/v1';
const list = document.createElement('ul');
const view = document.createElement('section');
const message = document.createElement('p');
message.setAttribute('role', 'alert');
let opened = 0;

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}

function item(...children: (Node | string)[]): HTMLLIElement {
  const element = document.createElement('li');
  element.append(...children);
  return element;
}

async function open(slug: string): Promise<void> {
  const turn = ++opened;
  view.setAttribute('aria-busy', 'true');
  message.textContent = '';
  try {
    const brief = await call<BriefDocument>(`${api}/brief/${slug}`);
    if (FAULT !== 'late-document' && turn !== opened) return;
    const title = document.createElement('h2');
    title.textContent = brief.name;
    const articles = document.createElement('ul');
    articles.append(...brief.article.map((article) => item(article.title, ' ', bookmark(brief, article))));
    view.replaceChildren(title, articles);
    view.removeAttribute('aria-busy');
  } catch (error) {
    if (turn !== opened) return;
    message.textContent = explain(error, 'The brief could not be loaded.');
    if (FAULT !== 'endless-loading') view.removeAttribute('aria-busy');
  }
}

function bookmark(brief: BriefDocument, article: Article): HTMLButtonElement {
  let saved = article.bookmarked;
  let isSaving = false;
  const show = () => toggle.setAttribute('aria-pressed', String(saved));
  const save = async () => {
    if (isSaving && FAULT !== 'double-save') return;
    const before = saved;
    isSaving = true;
    message.textContent = '';
    if (FAULT !== 'double-save') saved = !before;
    show();
    try {
      await call(`${api}/bookmark/${brief.slug}/${brief.gid}/${article.gid}`, before ? 'DELETE' : 'POST');
      saved = !before;
    } catch (error) {
      if (FAULT !== 'no-rollback') saved = before;
      message.textContent = explain(error, 'The bookmark could not be saved.');
    }
    isSaving = false;
    show();
  };
  const toggle = button('Bookmark', () => void save());
  toggle.setAttribute('aria-label', `Bookmark ${article.title}`);
  show();
  return toggle;
}

async function start(): Promise<void> {
  const heading = document.createElement('h1');
  heading.textContent = 'Briefs';
  const filter = document.createElement('input');
  if (FAULT !== 'missing-label') filter.setAttribute('aria-label', 'Filter the briefs');
  const main = document.createElement('main');
  main.append(heading, filter, list, view, message);
  document.body.append(main);
  try {
    const briefs = await call<Brief[]>(`${api}/brief`);
    const show = () => {
      const wanted = briefs.filter(({ name }) => name.toLowerCase().includes(filter.value.toLowerCase()));
      list.replaceChildren(...wanted.map(({ name, slug }) => item(button(name, () => void open(slug)))));
    };
    filter.addEventListener('input', show);
    show();
  } catch (error) {
    message.textContent = explain(error, 'The briefs could not be loaded.');
  }
}

void start();

// Creates bookmarks in `newsroom`, a revision each; the argument is their number. Prints megabytes.
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { heapMegabytes } from '../harness/memory.js';

const revisions = Number(process.argv[2]);
const mock = createMock({ scenario: newsroom });
const { data } = mock;
const slugs = new Map(data.brief.getAll().map(({ id, slug }) => [id, slug]));
const documents = data.brief_document.getAll();
const emails = data.user.getAll().map(({ email }) => email);
const bookmarks = data.article.getAll().flatMap(({ brief_gid, gid: article_gid }) => {
  const { brief_id = '' } = documents.find(({ gid }) => gid === brief_gid) ?? {};
  return emails.map((email) => ({ email, brief_slug: slugs.get(brief_id) ?? '', brief_gid, article_gid }));
});
data.bookmark.deleteMany({ where: { id: { gt: 0 } } });
const first = mock.revision;
const before = heapMegabytes();
for (const bookmark of bookmarks.slice(0, revisions)) data.bookmark.create(bookmark);
const after = heapMegabytes();

console.log(JSON.stringify({ megabytes: after - before, revisions: mock.revision - first }));

import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { changeBody, compare, findingsIn, type HarEntry, Recorder } from '../support/recording.js';

const alice = { authorization: 'Bearer alice-token' };
const record = () => new Recorder(createMock({ scenario: newsroom }));
// biome-ignore lint/suspicious/noExplicitAny: each test knows what is in the answer.
const dataOf = ({ response }: HarEntry): any => JSON.parse(response.content.text ?? '').data;
const whereIn = (recorder: Recorder) => findingsIn(compare(recorder.entries)).map(({ id, where }) => [id, where]);

/** A recorder, and requests to the brief and bookmark API as Alice. */
function reading() {
  const recorder = record();
  const send = (method: string, path: string) => recorder.send(method, `/public-api/v1${path}`, undefined, alice);
  return { recorder, send };
}

/** Bookmarks the latest documents of two briefs. */
async function twoBookmarks({ send }: ReturnType<typeof reading>) {
  await send('GET', '/bookmark/brief');
  const paths: string[] = [];
  for (const { slug } of dataOf(await send('GET', '/brief'))) {
    const { status } = (await send('GET', `/brief/${slug}`)).response;
    if (status !== 200) continue;
    const { gid, bookmarked } = dataOf(await send('GET', `/brief/${slug}`));
    if (!bookmarked) paths.push(`/bookmark/${slug}/${gid}`);
    if (paths.length === 2) break;
  }
  for (const path of paths) await send('POST', path);
}

describe('a recording shows', () => {
  it('UD-L1: a page that has fewer records than its size and the total say', async () => {
    const recorder = record();
    const page = await recorder.send('GET', '/user-data/v1/brief-entitlement?email=alice@acme.example&size=2');
    expect(whereIn(recorder)).toEqual([]);
    changeBody(page, ({ data }) => data.pop());
    expect(whereIn(recorder)).toEqual([
      ['user-data/brief-entitlement/GET/form', '200 data: must have the length of its page'],
    ]);
  });

  it('D21: a second default brief of a user', async () => {
    const recorder = record();
    const list = await recorder.send('GET', '/user-data/v1/brief-entitlement?email=alice@acme.example');
    changeBody(list, ({ data }) => {
      for (const item of data.slice(0, 2)) item.is_default = true;
      for (const item of data.slice(2)) item.is_default = false;
    });
    expect(whereIn(recorder)).toEqual([
      ['user-data/brief-entitlement/GET/form', '200 data[]: must be the only default of its user'],
    ]);
  });

  it('P11: bookmarks in another order than that in which they were added', async () => {
    const visit = reading();
    await twoBookmarks(visit);
    const list = await visit.send('GET', '/bookmark/brief');
    expect(whereIn(visit.recorder)).toEqual([]);
    changeBody(list, ({ data }) => data.reverse());
    expect(whereIn(visit.recorder)).toEqual([
      ['public-api/bookmark/GET/brief/records', '200 data[]: must be in order, the latest bookmark first'],
    ]);
  });

  it('P8: a bookmark twice in a list', async () => {
    const visit = reading();
    await twoBookmarks(visit);
    changeBody(await visit.send('GET', '/bookmark/brief'), ({ data }) => data.splice(1, 0, data[0]));
    expect(whereIn(visit.recorder)).toEqual([
      ['public-api/bookmark/GET/brief/form', '200 data[]: must be in the list only once'],
    ]);
  });

  it('PUB-F34: another date of a document in the list of bookmarks', async () => {
    const visit = reading();
    await twoBookmarks(visit);
    changeBody(await visit.send('GET', '/bookmark/brief'), ({ data }) => {
      data[0].date = 'March 1, 1999';
    });
    expect(whereIn(visit.recorder)).toEqual([
      ['public-api/bookmark/GET/brief/records', '200 data[].date: must be the date that the document has elsewhere'],
    ]);
  });

  it('P12: null in place of the brief of a bookmark, and of an entry of the picker', async () => {
    const { recorder, send } = reading();
    const list = await send('GET', '/bookmark/article');
    changeBody(list, ({ data }) => {
      data[0].brief = null;
    });
    const [{ slug }] = dataOf(await send('GET', '/brief'));
    changeBody(await send('GET', `/brief/${slug}`), ({ data }) => data.date_option.picker.push(null));
    expect(whereIn(recorder)).toEqual([
      ['public-api/bookmark/GET/article/form', '200 data[].brief: must be an object'],
      ['public-api/brief/GET/:brief_slug/form', '200 data.date_option.picker[]: must be an object'],
    ]);
  });

  it('X8: a PUT that drops a field', async () => {
    const recorder = record();
    const feature = dataOf(await recorder.send('GET', '/user-data/v1/feature')).find(
      ({ description }: { description: string | null }) => description !== null,
    );
    const answer = await recorder.send('PUT', `/user-data/v1/feature/${feature.id}`, { name: 'Other' });
    expect(whereIn(recorder)).toEqual([]);
    changeBody(answer, ({ data }) => {
      data[0].description = null;
    });
    expect(findingsIn(compare(recorder.entries))[0]?.problem).toContain(
      `, but is null; it was ${JSON.stringify(feature.description)} in GET /user-data/v1/feature (entry 1)`,
    );
    expect(whereIn(recorder)).toEqual([
      [
        'user-data/feature/PUT/:id/records',
        '200 data.description: must be kept, because the body of PUT leaves it out',
      ],
    ]);
  });
});

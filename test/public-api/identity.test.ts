import { expect, it } from 'vitest';
import type { BookmarkedArticles, BookmarkedBriefs, BookmarkRecord, BriefDocument } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';

const ann = { where: { email: { equals: 'ann@reader.example' } } };

describeApi('The e-mail of a user', (open) => {
  it('X24: can change, and the user keeps the token, entitlements, bookmarks and likes', async () => {
    const api = await open();
    await api.ann.post('/bookmark/steel-wire/3-1');
    await api.ann.post('/bookmark/morning/1-104/harvest_begins');
    api.mock.data.user.update({ ...ann, data: { email: 'Ann.Arden@new.example' } });

    expect((await api.ann.get('/brief/steel-wire')).status).toBe(200);
    const briefs = (await api.ann.get<BookmarkedBriefs>('/bookmark/brief')).json.data;
    expect(briefs.map(({ gid }) => gid)).toEqual(['3-1']);
    const [article] = (await api.ann.get<BookmarkedArticles>('/bookmark/article')).json.data;
    expect(article).toMatchObject({ gid: 'harvest_begins', liked: true });
    const again = await api.ann.post<BookmarkRecord>('/bookmark/steel-wire/3-1');
    expect(again.json.data[0].email).toBe('Ann.Arden@new.example');
    expect(api.mock.tokenFor('ann.arden@NEW.example')).toBe('ann-token');
    expect(() => api.mock.tokenFor('ann@reader.example')).toThrowError(expect.objectContaining({ code: 'not_found' }));
  });

  it('X24: can be given to a new user, who gets no bookmarks, entitlements or likes with it', async () => {
    const api = await open();
    await api.ann.post('/bookmark/morning/1-104');
    api.mock.data.user.update({ ...ann, data: { email: 'moved@reader.example' } });
    api.mock.data.user.create({ fname: 'Anna', lname: 'Ash', email: 'ann@reader.example' });
    const anna = api.as(api.mock.tokenFor('ann@reader.example'));
    expect((await anna.get<BookmarkedBriefs>('/bookmark/brief')).json.data).toEqual([]);
    expect((await anna.get('/brief/steel-wire')).status).toBe(403);
    expect((await anna.get<BriefDocument>('/brief/morning')).json.data.article[0]?.liked).toBeNull();
  });

  it('X24: is case-insensitive, and answers spell it as the user record does', async () => {
    const api = await open();
    const { user, brief_entitlement, bookmark, access_token } = api.mock.data;
    user.create({ fname: 'Mix', lname: 'Ed', email: 'Mixed.Case@Reader.example' });
    brief_entitlement.create({ email: 'mixed.case@reader.EXAMPLE', brief_slug: 'steel-wire' });
    bookmark.create({ email: 'MIXED.CASE@READER.EXAMPLE', brief_slug: 'steel-wire', brief_gid: '3-1' });
    access_token.create({ token: 'mixed-token', email: 'mixed.case@reader.example' });

    const mixed = api.as('mixed-token');
    expect((await mixed.get<BriefDocument>('/brief/steel-wire')).json.data.bookmarked).toBe(true);
    const { json } = await mixed.post<BookmarkRecord>('/bookmark/steel-wire/3-1');
    expect(json.data[0].email).toBe('Mixed.Case@Reader.example');
  });

  it('X24: can change in case only', async () => {
    const api = await open();
    await api.ann.post('/bookmark/morning/1-104');
    api.mock.data.user.update({ ...ann, data: { email: 'ANN@reader.example' } });
    const { json } = await api.ann.post<BookmarkRecord>('/bookmark/morning/1-104');
    expect(json.data[0].email).toBe('ANN@reader.example');
    expect(api.mock.data.bookmark.count()).toBe(1);
  });
});

describeApi('Deleting a user', (open) => {
  it('X19: deletes their bookmarks, likes, entitlements and tokens', async () => {
    const api = await open();
    await api.ann.post('/bookmark/morning/1-104');
    await api.ben.post('/bookmark/morning/1-104');
    api.mock.data.user.delete(ann);
    const { bookmark, reaction, brief_entitlement, access_token } = api.mock.data;
    expect(bookmark.getAll().map(({ email }) => email)).toEqual(['ben@reader.example']);
    expect([reaction.count(), brief_entitlement.count(), access_token.count()]).toEqual([0, 0, 3]);

    api.mock.data.user.create({ fname: 'Ann', lname: 'Again', email: 'ann@reader.example' });
    const again = api.as(api.mock.tokenFor('ann@reader.example'));
    expect((await again.get<BookmarkedBriefs>('/bookmark/brief')).json.data).toEqual([]);
    expect((await again.get('/brief/steel-wire')).status).toBe(403);
  });
});

describeApi('Reset', (open) => {
  it('X20: restores records, ids, tokens, clock and request ids', async () => {
    const { mock, ann, send } = await open();
    const run = async () => {
      const answers = [
        await ann.post('/bookmark/morning/1-104'),
        await ann.post('/bookmark/morning/1-104/ports_reopen'),
        await ann.get('/bookmark/article'),
        await ann.get('/brief/morning'),
        await send('GET', '/public-api/v1/nothing'),
      ];
      return answers.map(({ text, headers }) => [text, headers.get('x-request-id')]);
    };
    const before = mock.fingerprint();
    const first = await run();
    mock.clock.advance({ days: 30 });
    mock.data.user.delete({ where: { fname: { equals: 'Ann' } } });
    mock.data.access_token.create({ token: 'extra', email: 'ben@reader.example' });
    mock.reset();
    expect(mock.fingerprint()).toBe(before);
    expect(mock.clock.toString()).toBe('2026-03-04T09:00:00.000Z');
    expect((await send('GET', '/public-api/v1/brief', { token: 'extra' })).status).toBe(401);
    mock.reset();
    expect(await run()).toEqual(first);
  });
});

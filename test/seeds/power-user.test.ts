import { powerUser } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { staged } from '../support/scenario-api.js';

const play = staged(powerUser);

type Bookmarked = { gid: string; liked?: boolean; brief: { gid: string } }[];

describe('power-user', () => {
  it('petra has hundreds of bookmarks, each listed once', async () => {
    const { mock, as } = play();
    const briefs = (await as<Bookmarked>('petra', 'GET', '/bookmark/brief')).json.data;
    const articles = (await as<Bookmarked>('petra', 'GET', '/bookmark/article')).json.data;
    expect(briefs.length).toBeGreaterThan(100);
    expect(articles.length).toBeGreaterThan(200);
    expect(new Set(briefs.map(({ gid }) => gid)).size).toBe(briefs.length);
    expect(new Set(articles.map(({ gid, brief }) => `${brief.gid}/${gid}`)).size).toBe(articles.length);
    expect(briefs.length + articles.length).toBe(mock.data.bookmark.count() - 2);
  });

  it('more than half of them share their created_on, and later ones are listed first', async () => {
    const { mock, as } = play();
    const bookmarks = mock.data.bookmark.findMany({
      where: { email: { equals: 'petra@northwind.example' } },
      orderBy: [{ created_on: 'desc' }, { id: 'desc' }],
    });
    expect(new Set(bookmarks.map(({ created_on }) => created_on)).size).toBeLessThan(bookmarks.length / 2);
    const gids = bookmarks.flatMap(({ article_gid, brief_gid }) => (article_gid === null ? [brief_gid] : []));
    const listed = (await as<Bookmarked>('petra', 'GET', '/bookmark/brief')).json.data;
    expect(listed.map(({ gid }) => gid)).toEqual(gids);
  });

  it('petra has likes and dislikes, and may read every brief', async () => {
    const { mock, as, slugsOf } = play();
    const articles = (await as<Bookmarked>('petra', 'GET', '/bookmark/article')).json.data;
    expect(new Set(articles.map(({ liked }) => liked))).toEqual(new Set([true, false]));
    expect(mock.data.reaction.count()).toBeGreaterThan(200);
    expect(await slugsOf('petra')).toHaveLength(mock.data.brief.count());
  });

  it('the picker has 30 dates, and the slider seven', async () => {
    const { as } = play();
    type Dates = { date_option: { picker: unknown[]; slider: unknown[] } };
    const { date_option } = (await as<Dates>('petra', 'GET', '/brief/markets-daily')).json.data;
    expect(date_option.picker).toHaveLength(30);
    expect(date_option.slider).toHaveLength(7);
  });

  it('otto has one bookmark of a brief and one of an article', async () => {
    const { as } = play();
    expect((await as('otto', 'GET', '/bookmark/brief')).json.data).toHaveLength(1);
    expect((await as('otto', 'GET', '/bookmark/article')).json.data).toHaveLength(1);
  });
});

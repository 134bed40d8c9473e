import { expect, it } from 'vitest';
import type { BriefDocument, BriefList } from '../support/bodies.js';
import { type Caller, describeApi } from '../support/deliveries.js';

/** Whether a reader may read a brief: listing, fetching and bookmarking must agree on it. */
async function mayRead(reader: Caller, slug: string, gid: string): Promise<boolean> {
  const list = await reader.get<BriefList>('/brief');
  const listed = list.json.data.some((brief) => brief.slug === slug);
  const latest = await reader.get<BriefDocument>(`/brief/${slug}`);
  const document = await reader.get<BriefDocument>(`/brief/${slug}/${gid}`);
  const bookmark = await reader.post(`/bookmark/${slug}/${gid}`);
  const statuses = [latest.status, document.status, bookmark.status];
  expect(statuses).toEqual(listed ? [200, 200, 200] : [403, 403, 403]);
  return listed;
}

describeApi('Who is entitled to a brief', (open) => {
  it('P3: everyone to a public one, until it is public no more', async () => {
    const { mock, noor } = await open();
    expect(await mayRead(noor, 'morning', '1-104')).toBe(true);
    mock.data.brief.update({ where: { slug: { equals: 'morning' } }, data: { is_public: false } });
    expect(await mayRead(noor, 'morning', '1-104')).toBe(false);
  });

  it('P3: everyone to a core one, until it is core no more', async () => {
    const { mock, noor } = await open();
    expect(await mayRead(noor, 'core-notes', '2-1')).toBe(true);
    mock.data.brief.update({ where: { slug: { equals: 'core-notes' } }, data: { is_core: false } });
    expect(await mayRead(noor, 'core-notes', '2-1')).toBe(false);
  });

  it('P3, X1: a user with a brief entitlement, and nobody else', async () => {
    const { mock, ann, ben, cleo, noor } = await open();
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(true);
    for (const other of [ben, cleo, noor]) expect(await mayRead(other, 'steel-wire', '3-1')).toBe(false);
    mock.data.brief_entitlement.delete({ where: { email: { equals: 'ann@reader.example' } } });
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(false);
  });

  it('P3, X1: a user with a content entitlement of an application user, and nobody else', async () => {
    const { mock, ann, ben, cleo, noor } = await open();
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(true);
    for (const other of [ann, cleo, noor]) expect(await mayRead(other, 'harbour-log', '4-1')).toBe(false);
    mock.data.content_entitlement.delete({ where: { slug: { equals: 'harbour-log' } } });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3, X19: a content entitlement ends with its application user', async () => {
    const { mock, ben } = await open();
    mock.data.application_user.delete({ where: { legacy_id: { equals: 70 } } });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3, X19: and with the whole application', async () => {
    const { mock, ben } = await open();
    mock.data.application.delete({ where: { name: { equals: 'Reader' } } });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3: any of several application users will do', async () => {
    const { mock, ben } = await open();
    mock.data.application_user.delete({ where: { legacy_id: { equals: 70 } } });
    const ids = ['One', 'Two', 'Three'].map((name, n) => {
      const application = mock.data.application.create({ name });
      return mock.data.application_user.create({ user_id: 2, application_id: application.id, legacy_id: n }).id;
    });
    const last = ids.at(-1) as number;
    mock.data.content_entitlement.create({ application_user_id: last, content_type: 'brief', slug: 'harbour-log' });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(true);
  });

  it('P3: content of another type that has the slug of a brief entitles to nothing', async () => {
    const { mock, ben } = await open();
    mock.data.content_entitlement.update({
      where: { slug: { equals: 'harbour-log' } },
      data: { content_type: 'podcast' },
    });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3, X1: the users of a client with an active relationship, and nobody else', async () => {
    const { mock, ann, ben, cleo, noor } = await open();
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(true);
    for (const other of [ann, ben, noor]) expect(await mayRead(other, 'oak-insider', '5-1')).toBe(false);
    mock.data.brief_client.delete({ where: { brief_id: { equals: 'b5' } } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
  });

  it('P3: a deleted relationship entitles no one', async () => {
    const { mock, cleo } = await open();
    mock.data.brief_client.update({ where: { brief_id: { equals: 'b5' } }, data: { status: 'deleted' } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
  });

  it('P24: a deleted client entitles no one', async () => {
    const { mock, cleo } = await open();
    mock.data.client.update({ where: { short_name: { equals: 'oak' } }, data: { status: 'deleted' } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
  });

  it('P3: a user who changes clients loses what the old one gave and gains what the new one gives', async () => {
    const { mock, cleo } = await open();
    const elm = mock.data.client.create({ name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' });
    mock.data.brief_client.create({ brief_id: 'b3', client_id: elm.id });
    mock.data.user.update({ where: { fname: { equals: 'Cleo' } }, data: { client_id: elm.id } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
    expect(await mayRead(cleo, 'steel-wire', '3-1')).toBe(true);
  });

  it('P3: whether one is subscribed does not matter', async () => {
    const { mock, ann, ben } = await open();
    mock.data.brief_entitlement.updateMany({ where: {}, data: { is_subscribed: false } });
    mock.data.content_entitlement.updateMany({ where: {}, data: { is_subscribed: false } });
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(true);
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(true);
  });

  it('P3: one way is enough when another has ended', async () => {
    const { mock, ann } = await open();
    mock.data.brief.update({ where: { slug: { equals: 'steel-wire' } }, data: { is_core: true } });
    mock.data.brief_entitlement.delete({ where: { brief_slug: { equals: 'steel-wire' } } });
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(true);
  });

  it('P3: a brief that one is entitled to in every way at once is listed once', async () => {
    const { mock, cleo } = await open();
    const where = { slug: { equals: 'oak-insider' } };
    mock.data.brief.update({ where, data: { is_public: true, is_core: true } });
    mock.data.brief_entitlement.create({ email: 'cleo@oak.example', brief_slug: 'oak-insider' });
    const account = mock.data.application_user.create({ user_id: 3, application_id: 1, legacy_id: 71 });
    mock.data.content_entitlement.create({
      application_user_id: account.id,
      content_type: 'brief',
      slug: 'oak-insider',
    });
    const { json } = await cleo.get<BriefList>('/brief');
    expect(json.data.filter(({ slug }) => slug === 'oak-insider')).toHaveLength(1);
  });

  it('P3: a content entitlement whose brief does not exist changes nothing', async () => {
    const { mock, ben } = await open();
    mock.data.content_entitlement.create({ application_user_id: 1, content_type: 'brief', slug: 'long-gone' });
    const { status, json } = await ben.get<BriefList>('/brief');
    expect(status).toBe(200);
    expect(json.data.map(({ slug }) => slug)).toEqual(['coming-soon', 'core-notes', 'harbour-log', 'morning']);
  });

  it('X1: an entitlement that is written through the control API opens the brief at once', async () => {
    const { mock, noor } = await open();
    expect(await mayRead(noor, 'steel-wire', '3-1')).toBe(false);
    const created = await mock.fetch('/__mock/data/brief_entitlement', {
      method: 'POST',
      body: JSON.stringify({ email: 'noor@reader.example', brief_slug: 'steel-wire' }),
    });
    expect(created.status).toBe(200);
    expect(await mayRead(noor, 'steel-wire', '3-1')).toBe(true);
  });
});

describeApi('The order of GET /brief', (open) => {
  async function names(briefs: [string, string][]) {
    const { mock, noor } = await open();
    mock.data.brief.deleteMany({ where: {} });
    for (const [name, slug] of briefs) mock.data.brief.create({ name, slug, is_public: true });
    const { json } = await noor.get<BriefList>('/brief');
    return json.data.map(({ name, slug }) => `${name}/${slug}`);
  }

  it('P4: by name, capitals or not', async () => {
    const briefs: [string, string][] = [
      ['cedar', 'c'],
      ['Alder', 'd'],
      ['birch', 'b'],
      ['DOGWOOD', 'a'],
    ];
    expect(await names(briefs)).toEqual(['Alder/d', 'birch/b', 'cedar/c', 'DOGWOOD/a']);
  });

  it('P4: then by slug, capitals or not', async () => {
    const briefs: [string, string][] = [
      ['Same', 'cc'],
      ['SAME', 'Bb'],
      ['same', 'aa'],
    ];
    expect(await names(briefs)).toEqual(['same/aa', 'SAME/Bb', 'Same/cc']);
  });

  it('P4: a shorter name before the longer that begins with it', async () => {
    const briefs: [string, string][] = [
      ['Energy Today', 'a'],
      ['Energy', 'z'],
    ];
    expect(await names(briefs)).toEqual(['Energy/z', 'Energy Today/a']);
  });

  it('P4, P20: inactive briefs are left out, entitled or not', async () => {
    const { mock, ann } = await open();
    mock.data.brief.update({ where: { slug: { equals: 'steel-wire' } }, data: { is_active: false } });
    const { json } = await ann.get<BriefList>('/brief');
    expect(json.data.map(({ slug }) => slug)).toEqual(['coming-soon', 'core-notes', 'morning']);
  });

  it('nothing to read is an empty list', async () => {
    expect(await names([])).toEqual([]);
  });
});

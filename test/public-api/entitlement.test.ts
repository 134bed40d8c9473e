import { expect, it } from 'vitest';
import type { BriefDocument, BriefList } from '../support/bodies.js';
import { type Caller, describeApi } from '../support/deliveries.js';

/** Returns whether a reader may read a brief, and checks that listing, fetching and bookmarking agree. */
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

describeApi('Entitlement to a brief', (open) => {
  it('P3: everyone may read a public brief, and nobody once it is no longer public', async () => {
    const { mock, noor } = await open();
    expect(await mayRead(noor, 'morning', '1-104')).toBe(true);
    mock.data.brief.update({ where: { slug: { equals: 'morning' } }, data: { is_public: false } });
    expect(await mayRead(noor, 'morning', '1-104')).toBe(false);
  });

  it('P3: everyone may read a core brief, and nobody once it is no longer core', async () => {
    const { mock, noor } = await open();
    expect(await mayRead(noor, 'core-notes', '2-1')).toBe(true);
    mock.data.brief.update({ where: { slug: { equals: 'core-notes' } }, data: { is_core: false } });
    expect(await mayRead(noor, 'core-notes', '2-1')).toBe(false);
  });

  it('P3, X1: a brief entitlement lets its user read the brief, no one else', async () => {
    const { mock, ann, ben, cleo, noor } = await open();
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(true);
    for (const other of [ben, cleo, noor]) expect(await mayRead(other, 'steel-wire', '3-1')).toBe(false);
    mock.data.brief_entitlement.delete({ where: { email: { equals: 'ann@reader.example' } } });
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(false);
  });

  it('P3, X1: a content entitlement lets the user of its application user read the brief, no one else', async () => {
    const { mock, ann, ben, cleo, noor } = await open();
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(true);
    for (const other of [ann, cleo, noor]) expect(await mayRead(other, 'harbour-log', '4-1')).toBe(false);
    mock.data.content_entitlement.delete({ where: { slug: { equals: 'harbour-log' } } });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3, X19: deleting an application user ends its content entitlements', async () => {
    const { mock, ben } = await open();
    mock.data.application_user.delete({ where: { legacy_id: { equals: 70 } } });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3, X19: deleting an application ends the content entitlements of its application users', async () => {
    const { mock, ben } = await open();
    mock.data.application.delete({ where: { name: { equals: 'Reader' } } });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3: a content entitlement of any application user of the user is enough', async () => {
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

  it('P3: a content entitlement of another content type with the slug of a brief does not count', async () => {
    const { mock, ben } = await open();
    mock.data.content_entitlement.update({
      where: { slug: { equals: 'harbour-log' } },
      data: { content_type: 'podcast' },
    });
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(false);
  });

  it('P3, X1: an active relationship lets the users of the client read the brief, no one else', async () => {
    const { mock, ann, ben, cleo, noor } = await open();
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(true);
    for (const other of [ann, ben, noor]) expect(await mayRead(other, 'oak-insider', '5-1')).toBe(false);
    mock.data.brief_client.delete({ where: { brief_id: { equals: 'b5' } } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
  });

  it('P3: a deleted relationship entitles nobody', async () => {
    const { mock, cleo } = await open();
    mock.data.brief_client.update({ where: { brief_id: { equals: 'b5' } }, data: { status: 'deleted' } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
  });

  it('P24: a deleted client entitles nobody', async () => {
    const { mock, cleo } = await open();
    mock.data.client.update({ where: { short_name: { equals: 'oak' } }, data: { status: 'deleted' } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
  });

  it('P3: a user who changes clients loses the briefs of the old client and gains those of the new one', async () => {
    const { mock, cleo } = await open();
    const elm = mock.data.client.create({ name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' });
    mock.data.brief_client.create({ brief_id: 'b3', client_id: elm.id });
    mock.data.user.update({ where: { fname: { equals: 'Cleo' } }, data: { client_id: elm.id } });
    expect(await mayRead(cleo, 'oak-insider', '5-1')).toBe(false);
    expect(await mayRead(cleo, 'steel-wire', '3-1')).toBe(true);
  });

  it('P3: an entitlement counts with is_subscribed: false too', async () => {
    const { mock, ann, ben } = await open();
    mock.data.brief_entitlement.updateMany({ where: {}, data: { is_subscribed: false } });
    mock.data.content_entitlement.updateMany({ where: {}, data: { is_subscribed: false } });
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(true);
    expect(await mayRead(ben, 'harbour-log', '4-1')).toBe(true);
  });

  it('P3: a core brief stays readable when the brief entitlement is deleted', async () => {
    const { mock, ann } = await open();
    mock.data.brief.update({ where: { slug: { equals: 'steel-wire' } }, data: { is_core: true } });
    mock.data.brief_entitlement.delete({ where: { brief_slug: { equals: 'steel-wire' } } });
    expect(await mayRead(ann, 'steel-wire', '3-1')).toBe(true);
  });

  it('P3: a brief that a user is entitled to in every way is listed once', async () => {
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

  it('P3: a content entitlement for a brief that does not exist is ignored', async () => {
    const { mock, ben } = await open();
    mock.data.content_entitlement.create({ application_user_id: 1, content_type: 'brief', slug: 'long-gone' });
    const { status, json } = await ben.get<BriefList>('/brief');
    expect(status).toBe(200);
    expect(json.data.map(({ slug }) => slug)).toEqual(['coming-soon', 'core-notes', 'harbour-log', 'morning']);
  });

  it('X1: an entitlement that is created through the control API takes effect at once', async () => {
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

describeApi('GET /brief', (open) => {
  async function names(briefs: [string, string][]) {
    const { mock, noor } = await open();
    mock.data.brief.deleteMany({ where: {} });
    for (const [name, slug] of briefs) mock.data.brief.create({ name, slug, is_public: true });
    const { json } = await noor.get<BriefList>('/brief');
    return json.data.map(({ name, slug }) => `${name}/${slug}`);
  }

  it('P4: sorts briefs by name, case-insensitive', async () => {
    const briefs: [string, string][] = [
      ['cedar', 'c'],
      ['Alder', 'd'],
      ['birch', 'b'],
      ['DOGWOOD', 'a'],
    ];
    expect(await names(briefs)).toEqual(['Alder/d', 'birch/b', 'cedar/c', 'DOGWOOD/a']);
  });

  it('P4: sorts briefs of the same name by slug, case-insensitive', async () => {
    const briefs: [string, string][] = [
      ['Same', 'cc'],
      ['SAME', 'Bb'],
      ['same', 'aa'],
    ];
    expect(await names(briefs)).toEqual(['same/aa', 'SAME/Bb', 'Same/cc']);
  });

  it('P4: lists a name before a longer name that starts with it', async () => {
    const briefs: [string, string][] = [
      ['Energy Today', 'a'],
      ['Energy', 'z'],
    ];
    expect(await names(briefs)).toEqual(['Energy/z', 'Energy Today/a']);
  });

  it('P4, P20: leaves out inactive briefs, also for entitled users', async () => {
    const { mock, ann } = await open();
    mock.data.brief.update({ where: { slug: { equals: 'steel-wire' } }, data: { is_active: false } });
    const { json } = await ann.get<BriefList>('/brief');
    expect(json.data.map(({ slug }) => slug)).toEqual(['coming-soon', 'core-notes', 'morning']);
  });

  it('answers an empty list when there are no briefs', async () => {
    expect(await names([])).toEqual([]);
  });
});

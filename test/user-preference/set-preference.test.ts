import { describe, expect, it } from 'vitest';
import { malformed, notFound, open } from '../support/user-preference.js';
import { composites } from '../support/user-preference-choices.js';

const digestOfCy = {
  name: 'Morning digest',
  preference_hierarchy: 2,
  user_id: 3,
  user_email: 'cy@reader.example',
  application_preference: 1,
  type: 'Generic',
};
const digestOfAnn = { preference_hierarchy: 2, user_id: 1, application_preference: 1 };
const topicsOfAnn = { preference_hierarchy: 1, user_id: 1, application_preference: 2 };

describe('POST /set-preference', () => {
  it('UP-E19, UP-F29, UP-F30, UP-F31, UP-R3: answers the preferences with their values and ids', async () => {
    const { userPreference } = open();
    const topicsOfCy = { ...digestOfCy, name: 'My topics', application_preference: 2, type: 'Entity' };
    const body = [
      {
        ...digestOfCy,
        generic: [{ preference_value: 'daily', schema_version: 3 }, { preference_value: 'at noon' }],
        entity: [],
      },
      { ...topicsOfCy, generic: [], entity: [{ entity_gid: 'topic_rail' }, {}] },
    ];
    const set = [
      {
        id: 5,
        ...digestOfCy,
        generic: [
          { id: 3, preference_value: 'daily', schema_version: 3 },
          { id: 4, preference_value: 'at noon', schema_version: null },
        ],
        entity: [],
      },
      {
        id: 6,
        ...topicsOfCy,
        generic: [],
        entity: [
          { id: 3, entity_gid: 'topic_rail' },
          { id: 4, entity_gid: null },
        ],
      },
    ];
    expect(await userPreference.post('/set-preference', body)).toEqual(set);
    expect(await userPreference.post('/get-preference', {})).toEqual([...composites, ...set]);
  });

  it('UP-R6, F2: an empty, null or missing name becomes the label of the application preference', async () => {
    const { userPreference } = open();
    const { name, ...unnamed } = digestOfCy;
    const body = [
      { ...unnamed, name: '' },
      { ...unnamed, name: null, application_preference: 2 },
      { ...unnamed, application_preference: 3 },
    ];
    expect(await userPreference.post('/set-preference', body)).toMatchObject([
      { name: 'Digest' },
      { name: 'Topics' },
      { name: 'Text size' },
    ]);
  });

  it('D32: preference_value and schema_version may be left out', async () => {
    const { userPreference } = open();
    const setting = { ...digestOfCy, generic: [{}, { preference_value: 'x' }, { schema_version: 2 }] };
    expect(await userPreference.post('/set-preference', [setting])).toMatchObject([
      {
        generic: [
          { preference_value: null, schema_version: null },
          { preference_value: 'x', schema_version: null },
          { preference_value: null, schema_version: 2 },
        ],
      },
    ]);
  });

  it('F2: a missing name becomes the current label, and existing names stay', async () => {
    const { userData, userPreference } = open();
    await userData.put('/application-preference/1', { preference_label: 'Summary' });
    const { name, ...unnamed } = digestOfCy;
    expect(await userPreference.post('/set-preference', [unnamed])).toMatchObject([{ name: 'Summary' }]);
    expect(await userPreference.post('/get-preference', { id: [1] })).toMatchObject([{ name: 'Daily digest' }]);
  });

  it('D13: replaces a preference of the same user, application preference and category, keeping its id', async () => {
    const { userPreference } = open();
    const setting = { ...digestOfAnn, name: 'Weekly digest', generic: [{ preference_value: 'weekly' }] };
    const set = {
      ...composites[0],
      name: 'Weekly digest',
      generic: [{ id: 3, preference_value: 'weekly', schema_version: null }],
    };
    expect(await userPreference.post('/set-preference', [setting])).toEqual([set]);
    expect(await userPreference.get('/preference')).toHaveLength(4);
    expect(await userPreference.get('/generic-preference')).toEqual([
      { id: 2, preference_id: 3, preference_value: 'large', schema_version: null },
      { id: 3, preference_id: 1, preference_value: 'weekly', schema_version: null },
    ]);
  });

  it('D13: replaces the name by the label when no name is sent', async () => {
    const { userPreference } = open();
    expect(await userPreference.post('/set-preference', [digestOfAnn])).toMatchObject([{ id: 1, name: 'Digest' }]);
  });

  it('D13: replaces the type together with the values', async () => {
    const { userPreference } = open();
    const setting = { ...digestOfAnn, type: 'Entity', entity: [{ entity_gid: 'topic_rail' }] };
    expect(await userPreference.post('/set-preference', [setting])).toEqual([
      { ...composites[0], name: 'Digest', type: 'Entity', generic: [], entity: [{ id: 3, entity_gid: 'topic_rail' }] },
    ]);
  });

  it.each([{}, { entity: [] }, { entity: null }])('D13: %j deletes all values', async (values) => {
    const { userPreference } = open();
    const body = [{ ...topicsOfAnn, type: 'Entity', ...values }];
    expect(await userPreference.post('/set-preference', body)).toEqual([{ ...composites[1], entity: [] }]);
    expect(await userPreference.get('/entity-preference')).toEqual([]);
  });

  it.each([{ user_id: 3 }, { application_preference: 2 }, { preference_hierarchy: 3 }])(
    'D13: creates another preference with %j',
    async (other) => {
      const { userPreference } = open();
      expect(await userPreference.post('/set-preference', [{ ...digestOfAnn, ...other }])).toMatchObject([{ id: 5 }]);
      expect(await userPreference.post('/get-preference', { id: [1] })).toEqual([composites[0]]);
    },
  );

  it('D13, D16, X24: finds the user by e-mail, case-insensitive', async () => {
    const { userPreference } = open();
    const { user_id, ...unowned } = digestOfAnn;
    const body = [{ ...unowned, user_email: 'ANN@reader.example' }];
    expect(await userPreference.post('/set-preference', body)).toMatchObject([
      { id: 1, user_id: 1, user_email: 'Ann@Reader.example' },
    ]);
  });

  it('D13: the later of two items for the same preference wins, and the answer has both', async () => {
    const { userPreference } = open();
    const body = [
      { ...digestOfCy, generic: [{ preference_value: 'daily' }, { preference_value: 'weekly' }] },
      { ...digestOfAnn, name: 'Other' },
      { ...digestOfCy, name: 'Last', generic: [{ preference_value: 'never' }] },
    ];
    const last = { id: 5, ...digestOfCy, name: 'Last', entity: [] };
    const cy = { ...last, generic: [{ id: 5, preference_value: 'never', schema_version: null }] };
    const ann = { ...composites[0], name: 'Other', generic: [] };
    expect(await userPreference.post('/set-preference', body)).toEqual([cy, ann, cy]);
    expect(await userPreference.post('/get-preference', { application_preference: [1] })).toEqual([ann, cy]);
  });

  it('D13: replaces the oldest when several preferences match', async () => {
    const { userPreference } = open();
    await userPreference.post('/preference', [{ ...digestOfCy }, { ...digestOfCy }]);
    expect(await userPreference.post('/set-preference', [{ ...digestOfCy, name: 'New' }])).toMatchObject([{ id: 5 }]);
    expect(await userPreference.post('/get-preference', { user_id: [3] })).toMatchObject([
      { id: 5, name: 'New' },
      { id: 6, name: 'Morning digest' },
    ]);
  });

  it('D13: with setPreference: append, every item creates a preference, also within one body', async () => {
    const { userPreference } = open({ behavior: { setPreference: 'append' } });
    const setting = { ...digestOfAnn, generic: [{ preference_value: 'weekly' }] };
    const added = (id: number, value: number) => ({
      ...composites[0],
      id,
      name: 'Digest',
      generic: [{ id: value, preference_value: 'weekly', schema_version: null }],
    });
    expect(await userPreference.post('/set-preference', [setting, setting])).toEqual([added(5, 3), added(6, 4)]);
    expect(await userPreference.post('/get-preference', {})).toEqual([...composites, added(5, 3), added(6, 4)]);
  });

  it('D17: a missing type becomes Generic, and types are case-insensitive', async () => {
    const { userPreference } = open();
    const { type, ...untyped } = digestOfCy;
    const body = [untyped, { ...untyped, application_preference: 2, type: 'entity', entity: [{}] }];
    expect(await userPreference.post('/set-preference', body)).toMatchObject([{ type: 'Generic' }, { type: 'Entity' }]);
  });

  it('UP-R2, D15: values of the other type get 400', async () => {
    const { userPreference } = open();
    const body = [
      { ...digestOfCy, entity: [{ entity_gid: 'topic_rail' }] },
      { ...digestOfCy, type: 'Entity', generic: [{ preference_value: 'daily' }] },
      { ...digestOfCy, generic: [{}], entity: [{}] },
      { ...digestOfCy, generic: [], entity: [] },
    ];
    expect(await userPreference.refusal('POST', '/set-preference', body)).toEqual(
      malformed('0.entity', '1.generic', '2.entity'),
    );
  });

  it('D16: user_id or user_email is required, both must agree, and the user must exist', async () => {
    const { userPreference } = open();
    const { user_id, user_email, ...unowned } = digestOfCy;
    const refused = (owner: object) => userPreference.refusal('POST', '/set-preference', [{ ...unowned, ...owner }]);
    expect(await refused({})).toMatchObject({ status: 400, code: 'malformed_data' });
    expect(await refused({ user_id, user_email: 'ben@reader.example' })).toMatchObject({ status: 400 });
    expect(await refused({ user_id: 99 })).toEqual(notFound('0.user_id'));
    expect(await refused({ user_email: 'dee@reader.example' })).toEqual(notFound('0.user_email'));
  });

  it('D16: user_id and user_email of different users get 400, also when a preference would be replaced', async () => {
    const { userPreference } = open();
    const body = [{ ...digestOfAnn, user_email: 'ben@reader.example' }];
    expect(await userPreference.refusal('POST', '/set-preference', body)).toMatchObject({ status: 400 });
  });

  it('UP-E19, D32: preference_hierarchy and application_preference are required, and may not be null', async () => {
    const { userPreference } = open();
    const { preference_hierarchy, application_preference, ...loose } = digestOfCy;
    const body = [
      { ...loose, application_preference },
      { ...loose, application_preference, preference_hierarchy: null },
      { ...loose, preference_hierarchy },
      { ...loose, preference_hierarchy, application_preference: null },
    ];
    expect(await userPreference.refusal('POST', '/set-preference', body)).toEqual(
      malformed(
        '0.preference_hierarchy',
        '1.preference_hierarchy',
        '2.application_preference',
        '3.application_preference',
      ),
    );
  });

  it.each([
    [{ name: 7 }, '0.name'],
    [{ preference_hierarchy: '2' }, '0.preference_hierarchy'],
    [{ user_id: '3' }, '0.user_id'],
    [{ user_email: 3 }, '0.user_email'],
    [{ application_preference: [1] }, '0.application_preference'],
    [{ type: 'Other' }, '0.type'],
    [{ generic: {} }, '0.generic'],
    [{ generic: ['daily'] }, '0.generic.0'],
    [{ generic: [{}, { preference_value: 7 }] }, '0.generic.1.preference_value'],
    [{ generic: [{ schema_version: 1.5 }] }, '0.generic.0.schema_version'],
    [{ type: 'Entity', entity: 'topic_rail' }, '0.entity'],
    [{ type: 'Entity', entity: [{ entity_gid: 7 }] }, '0.entity.0.entity_gid'],
  ])('UP-E19, X3, X5: %j gets 400 with the path %s', async (wrong, at) => {
    const { userPreference } = open();
    expect(await userPreference.refusal('POST', '/set-preference', [{ ...digestOfCy, ...wrong }])).toEqual(
      malformed(at),
    );
  });

  it('X6: sets nothing if an item is invalid, lists every invalid item, and answers 400 before 404', async () => {
    const { userPreference } = open();
    const good = { ...digestOfAnn, name: 'Never set' };
    const unknown = { ...digestOfCy, application_preference: 99, preference_hierarchy: 98 };
    const others = { ...digestOfCy, entity: [{}] };
    expect(await userPreference.refusal('POST', '/set-preference', [good, unknown])).toEqual(
      notFound('1.application_preference', '1.preference_hierarchy'),
    );
    expect(await userPreference.refusal('POST', '/set-preference', [unknown, good, others])).toEqual(
      malformed('0.application_preference', '0.preference_hierarchy', '2.entity'),
    );
    expect(await userPreference.post('/get-preference', {})).toEqual(composites);
  });

  it('X9: gives values new ids each time a preference is set', async () => {
    const { userPreference } = open();
    const setting = { ...digestOfAnn, generic: [{ preference_value: 'x' }] };
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) {
      const [set] = await userPreference.post<{ generic: { id: number }[] }[]>('/set-preference', [setting]);
      ids.push(...(set?.generic ?? []).map(({ id }) => id));
    }
    expect(ids).toEqual([3, 4, 5]);
  });
});

import { describe, expect, it } from 'vitest';
import { malformed, notFound, open } from '../support/user-preference.js';

const ports = { id: 1, preference_id: 2, entity_gid: 'topic_ports' };
const dairy = { id: 2, preference_id: 2, entity_gid: 'topic_dairy' };

describe('Entity preferences', () => {
  it('UP-E6, UP-F10, UP-F11, UP-F12, X11: GET /entity-preference lists id, preference_id and entity_gid', async () => {
    const { userPreference } = open();
    expect(await userPreference.get('/entity-preference')).toEqual([ports, dairy]);
  });

  it('UP-E7, UP-R3, X9, X21: POST /entity-preference answers the created records', async () => {
    const { userPreference } = open();
    const body = [{ id: 1, preference_id: 4, entity_gid: 'topic_housing' }, { preference_id: 2 }];
    const made = [
      { id: 3, preference_id: 4, entity_gid: 'topic_housing' },
      { id: 4, preference_id: 2, entity_gid: null },
    ];
    expect(await userPreference.post('/entity-preference', body)).toEqual(made);
    expect(await userPreference.get('/entity-preference')).toEqual([ports, dairy, ...made]);
  });

  it('UP-E8, UP-R4, X8: PUT /entity-preference/<id> answers an array with the changed record', async () => {
    const { userPreference } = open();
    const changed = { ...ports, entity_gid: 'topic_rail' };
    expect(await userPreference.put('/entity-preference/1', { preference_id: 2, entity_gid: 'topic_rail' })).toEqual([
      changed,
    ]);
    expect(await userPreference.put('/entity-preference/1', { preference_id: 4 })).toEqual([
      { ...changed, preference_id: 4 },
    ]);
    expect(await userPreference.put('/entity-preference/1', { entity_gid: null })).toEqual([
      { id: 1, preference_id: 4, entity_gid: null },
    ]);
  });

  it('UP-E9, UP-R4: DELETE /entity-preference/<id> answers an array with the deleted record', async () => {
    const { userPreference } = open();
    expect(await userPreference.delete('/entity-preference/1')).toEqual([ports]);
    expect(await userPreference.get('/entity-preference')).toEqual([dairy]);
    expect(await userPreference.refusal('DELETE', '/entity-preference/1')).toEqual(notFound());
    expect(await userPreference.get('/preference')).toHaveLength(4);
  });

  it('UP-F11: preference_id is required, may not be null and must be an integer', async () => {
    const { userPreference } = open();
    const body = [{ entity_gid: 'topic_rail' }, { preference_id: null }, { preference_id: '2' }];
    expect(await userPreference.refusal('POST', '/entity-preference', body)).toEqual(
      malformed('0.preference_id', '1.preference_id', '2.preference_id'),
    );
    expect(await userPreference.refusal('PUT', '/entity-preference/1', { preference_id: null })).toEqual(
      malformed('preference_id'),
    );
  });

  it('X5, X6: a preference_id that does not exist gets 404, and nothing is written', async () => {
    const { userPreference } = open();
    const body = [{ preference_id: 2 }, { preference_id: 99 }, { preference_id: 0 }];
    expect(await userPreference.refusal('POST', '/entity-preference', body.slice(0, 2))).toEqual(
      notFound('1.preference_id'),
    );
    expect(await userPreference.refusal('PUT', '/entity-preference/1', { preference_id: 99 })).toEqual(
      notFound('preference_id'),
    );
  });

  it('UP-R2, D15: an entity value for a generic preference gets 400', async () => {
    const { userPreference } = open();
    const body = [{ preference_id: 2 }, { preference_id: 1 }, { preference_id: 3 }];
    expect(await userPreference.refusal('POST', '/entity-preference', body)).toEqual(
      malformed('1.preference_id', '2.preference_id'),
    );
    expect(await userPreference.refusal('PUT', '/entity-preference/1', { preference_id: 1 })).toEqual(
      malformed('preference_id'),
    );
  });

  it('UP-F12: entity_gid must be a string', async () => {
    const { userPreference } = open();
    const body = [{ preference_id: 2, entity_gid: 7 }];
    expect(await userPreference.refusal('POST', '/entity-preference', body)).toEqual(malformed('0.entity_gid'));
    expect(await userPreference.refusal('PUT', '/entity-preference/1', { entity_gid: ['x'] })).toEqual(
      malformed('entity_gid'),
    );
  });

  it('a preference may have the same entity twice', async () => {
    const { userPreference } = open();
    await userPreference.post('/entity-preference', [{ preference_id: 2, entity_gid: 'topic_ports' }]);
    expect(await userPreference.get('/entity-preference')).toEqual([ports, dairy, { ...ports, id: 3 }]);
  });
});

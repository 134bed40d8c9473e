import { describe, expect, it } from 'vitest';
import { open, userDataRoutes } from '../support/user-data.js';
import { putRoutes } from '../support/user-data-examples.js';

it('X8: putRoutes lists every PUT route', () => {
  const declared = userDataRoutes
    .filter(({ method }) => method === 'PUT')
    .map(({ path }) => path.replace('/user-data/v1', '').replaceAll(/:\w+/g, '1'));
  expect(putRoutes.map(({ path }) => path).sort()).toEqual([...declared, '/client-brief/1'].sort());
});

describe.each(putRoutes)('PUT $path', ({ path, change }) => {
  const answersObject = /^\/(preference-hierarchy|user-application-preference)/.test(path);
  const recordOf = (data: unknown) => (answersObject ? data : (data as [object])[0]) as { id: number };

  it('answers an array with the record, or an object where the specification says so', async () => {
    const data = await open().put(path, change);
    expect(Array.isArray(data)).toBe(!answersObject);
    expect(recordOf(data)).toMatchObject({ id: 1, ...change });
  });

  it('X8, X9: ignores an id and unknown fields', async () => {
    const plain = await open().put(path, change);
    const unknown = { id: 4000, nonsense: { deep: [1] }, created_by: 3 };
    expect(await open().put(path, { ...change, ...unknown })).toEqual(plain);
  });

  it('X22, X5: answers 400 for a missing body, invalid JSON, and JSON that is not an object', async () => {
    const { refusal } = open();
    const array = JSON.stringify([change]);
    for (const body of [undefined, '', '{', 'null', '[]', array, '"text"', '1', '{"name":"a"}}']) {
      expect(await refusal('PUT', path, body), body).toMatch(/^400 malformed_data/);
    }
  });

  it('X5: answers 404 for an unknown record', async () => {
    const { refusal } = open();
    expect(await refusal('PUT', path.replace(/\d+$/, '99'), change)).toBe('404 not_found');
    expect(await refusal('PUT', path.replace(/\d+$/, '0'), change)).toBe('404 not_found');
  });
});

/** A PUT of a user application preference also takes the preference out of its hierarchy entry (D30). */
const plainRoutes = putRoutes.filter(({ path }) => !path.startsWith('/user-application'));

it.each(plainRoutes)('X8: PUT $path with an empty object changes nothing', async ({ path, change }) => {
  const { mock, put } = open();
  const before = JSON.stringify(mock.snapshot().tables);
  const unchanged = [await put(path, {})].flat()[0] as object;
  expect(JSON.stringify(mock.snapshot().tables)).toBe(before);
  expect([await put(path, change)].flat()[0]).toMatchObject({ ...unchanged, ...change });
});

import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { world } from '../support/state-world.js';

/** A class with the properties of a source, in place of a plain object. */
class Source {
  readonly name: string;
  readonly link: string;

  constructor(name: string, link: string) {
    this.name = name;
    this.link = link;
  }
}

function articleWith(source: unknown) {
  const { data } = createMock({ scenario: world });
  return data.article.create({ brief_gid: 'd1', title: 'New', source: source as [] });
}

function preferenceWith(preference_value: unknown) {
  const { data } = createMock({ scenario: world });
  const first = { where: { id: { equals: 1 } } };
  return data.legacy_user_preference.update({
    ...first,
    data: { preference_value: preference_value as Record<string, never> },
  });
}

describe('State: arrays and objects in columns', () => {
  it('the keys of an object are stored in the order of the schema', () => {
    const { source } = articleWith([{ link: 'l', name: 'N' }]);
    expect(JSON.stringify(source)).toBe('[{"name":"N","link":"l"}]');
  });

  it('a class instance is stored as a plain object', () => {
    const { source } = articleWith([new Source('N', 'l')]);
    expect(source).toStrictEqual([{ name: 'N', link: 'l' }]);
  });

  it.each([
    ['a hole', new Array(1), 'source.0: is required'],
    ['a missing property', [{ name: 'N' }], 'source.0.link: is required'],
    ['an unknown property', [{ name: 'N', link: 'l', more: 1 }], 'source.0.more: is unknown; allowed: name, link'],
    ['a property of another type', [{ name: 'N', link: 1 }], 'source.0.link: '],
    ['an object in place of the list', { name: 'N', link: 'l' }, 'source: '],
  ])('a list of objects is rejected: %s', (_, source, message) => {
    expect(() => articleWith(source)).toThrow(message);
  });

  it('JSON with 100 levels of nesting is stored unchanged', () => {
    let deep: unknown = 'bottom';
    for (let i = 0; i < 100; i++) deep = i % 2 === 0 ? { deep } : [deep, null, true, 0.5];
    expect(preferenceWith({ deep, empty: {}, list: [] })).toMatchObject({ preference_value: { deep } });
  });

  it.each([
    ['a date', { at: new Date(0) }, 'preference_value.at'],
    ['undefined', { nothing: undefined }, 'preference_value.nothing'],
    ['NaN', { list: [Number.NaN] }, 'preference_value.list: '],
    ['a hole', { list: new Array(1) }, 'preference_value.list: '],
    ['a symbol as a key', { [Symbol('key')]: 1 }, 'preference_value.Symbol(key)'],
    ['a list', [1], 'preference_value'],
  ])('JSON values reject %s', (_, value, path) => {
    expect(() => preferenceWith(value)).toThrow(path);
  });
});

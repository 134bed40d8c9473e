import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { world } from '../support/state-world.js';

/** An object that is not made as most are, with the same properties. */
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
  it('State: an object is kept in the order of its definition, whichever it was given in', () => {
    const { source } = articleWith([{ link: 'l', name: 'N' }]);
    expect(JSON.stringify(source)).toBe('[{"name":"N","link":"l"}]');
  });

  it('State: an object of a class is kept as a plain one', () => {
    const { source } = articleWith([new Source('N', 'l')]);
    expect(source).toStrictEqual([{ name: 'N', link: 'l' }]);
  });

  it.each([
    ['a hole', new Array(1), 'source.0: is required'],
    ['a missing part', [{ name: 'N' }], 'source.0.link: is required'],
    ['a part too many', [{ name: 'N', link: 'l', more: 1 }], 'source.0.more: is not known here'],
    ['a part of another type', [{ name: 'N', link: 1 }], 'source.0.link: '],
    ['no list', { name: 'N', link: 'l' }, 'source: '],
  ])('State: a list of objects with %s is refused', (_, source, message) => {
    expect(() => articleWith(source)).toThrow(message);
  });

  it('State: JSON is kept as it is, at any depth that a body can have', () => {
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
  ])('State: %s is no JSON object', (_, value, path) => {
    expect(() => preferenceWith(value)).toThrow(path);
  });
});

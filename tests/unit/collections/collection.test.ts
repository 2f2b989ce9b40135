import { describe, expect, it } from 'vitest';
import { parseCollection, searchCollections, sortCollections } from '#domain/collections/collection.ts';
import { collection, view } from './collection-fixture.ts';

describe('collections', () => {
  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ schema: 'x', indexes: 1, options: [], type: 'other', listRule: 5 }],
  ])('reads %j without failing', (value) => {
    expect(parseCollection(value)).toEqual({
      id: '',
      created: '',
      updated: '',
      name: '',
      type: 'base',
      system: false,
      schema: [],
      indexes: [],
      listRule: null,
      viewRule: null,
      createRule: null,
      updateRule: null,
      deleteRule: null,
      options: {},
    });
  });

  it('reads fields, rules and options, and takes an unknown type for text', () => {
    const read = parseCollection({
      id: 'a',
      name: 'b',
      type: 'auth',
      system: true,
      schema: [
        null,
        {
          id: 'f',
          name: 'n',
          type: 'bool',
          required: true,
          presentable: true,
          system: true,
          options: { a: 1 },
        },
        { type: 'hologram', options: null },
      ],
      indexes: ['x', 5],
      listRule: '',
      viewRule: 'id != ""',
      options: { minPasswordLength: 8 },
    });
    expect(read).toMatchObject({
      type: 'auth',
      system: true,
      listRule: '',
      viewRule: 'id != ""',
      createRule: null,
    });
    expect(read.indexes).toEqual(['x', '']);
    expect(read.options).toEqual({ minPasswordLength: 8 });
    expect(read.schema.map(({ type }) => type)).toEqual(['text', 'bool', 'text']);
    expect(read.schema[1]).toEqual({
      id: 'f',
      name: 'n',
      type: 'bool',
      required: true,
      presentable: true,
      system: true,
      options: { a: 1 },
    });
  });

  it('[CS-02] sorts auth, base, view and by name inside each', () => {
    const list = [
      view('a', ''),
      collection('z'),
      collection('b'),
      collection('y', [], { type: 'auth' }),
      collection('c', [], { type: 'auth' }),
    ];
    expect(sortCollections(list).map(({ name }) => name)).toEqual(['c', 'y', 'b', 'z', 'a']);
    expect(list[0]?.name).toBe('a');
  });

  it('finds by name without case and spaces, or by the whole id', () => {
    const list = [collection('Blog_Posts'), collection('users')];
    const found = (text: string) => searchCollections(list, text).map(({ name }) => name);
    expect(found('blog_p')).toEqual(['Blog_Posts']);
    expect(found(' BLOG _ posts ')).toEqual(['Blog_Posts']);
    expect(found('c_users')).toEqual(['users']);
    expect(found('c_user')).toEqual([]);
    expect(found('')).toHaveLength(2);
  });
});

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
  ])('parses %j without an error', (value) => {
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

  it('parses fields, rules and options, and treats an unknown type as text', () => {
    const parsed = parseCollection({
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
    expect(parsed).toMatchObject({
      type: 'auth',
      system: true,
      listRule: '',
      viewRule: 'id != ""',
      createRule: null,
    });
    expect(parsed.indexes).toEqual(['x', '']);
    expect(parsed.options).toEqual({ minPasswordLength: 8 });
    expect(parsed.schema.map(({ type }) => type)).toEqual(['text', 'bool', 'text']);
    expect(parsed.schema[1]).toEqual({
      id: 'f',
      name: 'n',
      type: 'bool',
      required: true,
      presentable: true,
      system: true,
      options: { a: 1 },
    });
  });

  it.each(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'])('has the %s', (name) => {
    expect(parseCollection({ [name]: 'a = 1' })).toMatchObject({ [name]: 'a = 1' });
  });

  it('[CS-02] sorts by type (auth, base, view), then by name', () => {
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

  it('searches names without case and spaces, and whole ids', () => {
    const list = [collection('Blog_Posts'), collection('users')];
    const search = (text: string) => searchCollections(list, text).map(({ name }) => name);
    expect(search('blog_p')).toEqual(['Blog_Posts']);
    expect(search(' BLOG _ posts ')).toEqual(['Blog_Posts']);
    expect(search('c_users')).toEqual(['users']);
    expect(search('c_user')).toEqual([]);
    expect(search('')).toHaveLength(2);
    expect(searchCollections([{ id: 'c', name: 'my list' }], 'mylist')).toHaveLength(1);
  });
});

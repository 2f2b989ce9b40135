import { describe, expect, it } from 'vitest';
import { members } from '#domain/app/lenient.ts';
import { ownFields } from '#domain/backend/collection.ts';
import { searchCollections, sortCollections } from '#domain/collections/collection.ts';
import { shownType } from '#domain/field-types/field-type.ts';
import { readCollection } from '#wire/collections.ts';
import { collection, view } from './collection-fixture.ts';

describe('collections', () => {
  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ schema: 'x', indexes: 1, options: [], type: 'other', listRule: 5 }],
  ])('parses %j without an error', (value) => {
    const { fields, raw, ...parsed } = readCollection(value);
    expect(fields.map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual([
      ['id', true],
      ['created', true],
      ['updated', true],
    ]);
    expect(raw).toEqual(members(value));
    expect(parsed).toEqual({
      id: '',
      created: '',
      updated: '',
      name: '',
      type: 'base',
      isSystem: false,
      indexes: [],
      listRule: null,
      viewRule: null,
      createRule: null,
      updateRule: null,
      deleteRule: null,
    });
  });

  it('parses fields, rules and options, and keeps an unknown type, shown as JSON', () => {
    const parsed = readCollection({
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
      isSystem: true,
      listRule: '',
      viewRule: 'id != ""',
      createRule: null,
    });
    expect(parsed.indexes).toEqual(['x', '']);
    expect(parsed.auth).toEqual({
      identityFields: [],
      hasOAuth2: false,
      minPassword: 8,
      exceptDomains: [],
      onlyDomains: [],
      isEmailRequired: false,
      isVerifiedOnly: false,
    });
    const own = ownFields(parsed);
    expect(own.map(({ type }) => type)).toEqual(['unknown', 'bool', 'unknown']);
    expect(own.map(({ type }) => shownType(type))).toEqual(['json', 'bool', 'json']);
    expect(own[1]).toMatchObject({
      id: 'f',
      name: 'n',
      type: 'bool',
      isRequired: true,
      isPresentable: true,
      isSystem: true,
      raw: { options: { a: 1 } },
    });
  });

  it.each(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'])('has the %s', (name) => {
    expect(readCollection({ [name]: 'a = 1' })).toMatchObject({ [name]: 'a = 1' });
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

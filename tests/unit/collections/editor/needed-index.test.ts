import { expect, test } from 'vitest';
import { isNeededIndex } from '#domain/collections/editor/indexes.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { readCollection } from '#wire/pb23/collections.ts';

const INDEXES = [
  'CREATE UNIQUE INDEX a ON users (tokenKey)',
  "CREATE UNIQUE INDEX b ON users (email) WHERE email != ''",
  'CREATE UNIQUE INDEX c ON users (email)',
  'CREATE INDEX d ON users (tokenKey)',
  'CREATE UNIQUE INDEX e ON users (nick)',
  'CREATE UNIQUE INDEX f ON users (tokenKey, email)',
];
const users = valuesOf(
  readCollection({
    ...{ id: 'u', name: 'users', type: 'auth', indexes: INDEXES },
    fields: [
      { id: 'k', name: 'tokenKey', type: 'text', system: true },
      { id: 'e', name: 'email', type: 'email', system: true },
      { id: 'n', name: 'nick', type: 'text' },
    ],
  }),
);
const needed = (values: typeof users) =>
  values.indexes.flatMap((_index, at) =>
    isNeededIndex(values, at, tools) ? [INDEXES.indexOf(_index.sql)] : [],
  );

test('[NC-07] an index is needed that alone makes a built-in column of accounts unique', () => {
  expect(needed(users)).toEqual([0]);
  expect(needed({ ...users, indexes: users.indexes.filter((_one, at) => at !== 2) })).toEqual([0, 1]);
});

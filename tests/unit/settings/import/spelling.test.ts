import { expect, test } from 'vitest';
import { defaultCollectionOptions } from '#domain/collections/editor/values.ts';
import { fieldTypes } from '#domain/field-types/field-type.ts';
import { defaultOptions } from '#domain/field-types/options.ts';
import { withKnownNames } from '#domain/settings/import/spelling.ts';
import { rawOf } from '#tests/support/settings/raw-collection.ts';
import { fieldOf } from './raw-fixture.ts';

const shouted = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toUpperCase(), member]));

test.each(['base', 'auth', 'view'] as const)(
  'all members of a %s collection are known in any case',
  (type) => {
    const fields = fieldTypes.map((one) => fieldOf(one, one, { type: one, options: defaultOptions(one) }));
    const options = defaultCollectionOptions(type);
    const collection = rawOf('a', 'a', fields, { type, created: '', updated: '', options });
    const schema = fields.map((field) => shouted({ ...field, options: shouted(field.options as object) }));
    expect(withKnownNames(shouted({ ...collection, schema, options: shouted(options) }))).toEqual(collection);
  },
);

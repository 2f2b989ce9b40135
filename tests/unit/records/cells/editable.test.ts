import { expect, test } from 'vitest';
import { lockReason } from '#domain/records/cells/editable.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { collection, field } from '#tests/unit/collections/collection-fixture.ts';

const KINDS = ['text', 'number', 'bool', 'select', 'date', 'email', 'url'];
const OTHERS = ['editor', 'json', 'file', 'relation'];
const many = field('many', 'select', { options: { maxSelect: 2 } });
const fields = formFieldsOf(
  collection('c', [...[...KINDS, ...OTHERS].map((kind) => field(kind, kind)), many]),
  true,
);
const reason = (name: string, isKnown = true) =>
  lockReason(
    fields.find((one) => one.name === name),
    isKnown,
  );

test('fields with one short value are edited in a list as far as it has their value', () => {
  for (const kind of KINDS) expect(reason(kind)).toBeUndefined();
  expect(reason('text', false)).toBe('Open the record to edit this value.');
  for (const name of [...OTHERS, 'many']) expect(reason(name)).toBe('Open the record to edit this field.');
  for (const name of ['id', 'gone']) expect(reason(name)).toBe('This field can’t be edited.');
});

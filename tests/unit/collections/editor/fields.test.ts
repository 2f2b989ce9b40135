import { describe, expect, test } from 'vitest';
import { requestBody } from '#domain/collections/editor/body.ts';
import {
  addField,
  duplicateField,
  fieldByKey,
  moveField,
  nextFieldKey,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import { draftOf, newDraft } from '#domain/collections/editor/values.ts';
import { savedCollection, savedField } from './collections.ts';
import { edit, names, POSTS } from './posts-values.ts';

describe('fields', () => {
  test('new ones get free names, keys of their own and the defaults of their type', () => {
    const first = addField(newDraft(), 'text');
    const second = addField(first, 'file');
    expect(names(second)).toEqual(['field', 'field2']);
    expect(second.fields.map(({ key, id }) => [key, id])).toEqual([
      ['new-1', ''],
      ['new-2', ''],
    ]);
    expect(nextFieldKey(second)).toBe('new-3');
    expect(second.fields[1]?.options).toMatchObject({ maxSelect: 1, maxSize: 5_242_880 });
    expect(nextFieldKey(removeField(second, 'new-2'))).toBe('new-3');
  });

  test('a copy stands right after its field, without id, under a free name', () => {
    const once = duplicateField(draftOf(POSTS), 'f_ab');
    const twice = duplicateField(once, 'f_ab');
    expect(names(twice)).toEqual(['ab', 'ab_copy2', 'ab_copy', 'abc', 'tags']);
    expect(fieldByKey(twice, 'new-2')).toMatchObject({ id: '', originalName: '', name: 'ab_copy2' });
  });

  test('removing a new field forgets it, removing a saved one marks it under its original name', () => {
    const draft = edit(
      (d) => renameField(d, 'f_ab', 'x'),
      (d) => removeField(d, 'f_ab'),
    );
    expect(fieldByKey(draft, 'f_ab')).toMatchObject({ toDelete: true, name: 'ab' });
    expect(duplicateField(draft, 'f_ab')).toBe(draft);
    expect(moveField(draft, 'f_ab', 2)).toBe(draft);
    expect(names(renameField(draft, 'f_ab', 'y'))).toContain('ab');
    expect(requestBody(draft, tools).schema.map(({ name }) => name)).toEqual(['abc', 'tags']);
    expect(fieldByKey(restoreField(draft, 'f_ab'), 'f_ab')).toMatchObject({ toDelete: false, name: 'ab' });
    expect(removeField(addField(draftOf(POSTS), 'bool'), 'new-1').fields).toEqual(draftOf(POSTS).fields);
  });

  test('a moved field keeps its options, saved or not', () => {
    const draft = edit(
      (d) => addField(d, 'number'),
      (d) => setFieldOption(d, 'new-1', 'max', 5),
      (d) => moveField(d, 'new-1', 0),
    );
    expect(names(draft)).toEqual(['field', 'ab', 'abc', 'tags']);
    expect(draft.fields[0]?.options).toMatchObject({ max: 5 });
    expect(names(moveField(draft, 'new-1', 99))).toEqual(['ab', 'abc', 'tags', 'field']);
    expect(names(moveField(draft, 'new-1', 2))).toEqual(['ab', 'abc', 'field', 'tags']);
  });

  test('system fields are neither moved, renamed nor removed', () => {
    const draft = draftOf(savedCollection('x', [{ ...savedField('a'), system: true }, savedField('b')]));
    expect(removeField(draft, 'f_a')).toBe(draft);
    expect(moveField(draft, 'f_a', 1)).toBe(draft);
    expect(names(renameField(draft, 'f_a', 'z'))).toEqual(['a', 'b']);
  });

  test('required switches nullable off', () => {
    const draft = {
      ...draftOf(POSTS),
      fields: draftOf(POSTS).fields.map((field) => ({ ...field, nullable: true })),
    };
    expect(fieldByKey(setRequired(draft, 'f_ab', true), 'f_ab')).toMatchObject({
      required: true,
      nullable: false,
    });
    expect(fieldByKey(setRequired(draft, 'f_ab', false), 'f_ab')).toMatchObject({
      required: false,
      nullable: true,
    });
    expect(fieldByKey(setPresentable(draft, 'f_ab', true), 'f_ab')).toMatchObject({ presentable: true });
  });
});

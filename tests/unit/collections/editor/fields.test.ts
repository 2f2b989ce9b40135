import { describe, expect, test } from 'vitest';
import { toCollection } from '#domain/collections/editor/body.ts';
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
import { newCollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { savedCollection, savedField } from './collections.ts';
import { edit, names, POSTS } from './posts-values.ts';

describe('fields', () => {
  test('new fields get unused names, unique keys and the defaults of their type', () => {
    const first = addField(newCollectionValues(), 'text');
    const second = addField(first, 'file');
    expect(names(second)).toEqual(['field', 'field2']);
    expect(second.fields.map(({ key, id }) => [key, id])).toEqual([
      ['new-1', ''],
      ['new-2', ''],
    ]);
    expect(nextFieldKey(second)).toBe('new-3');
    expect(second.fields[1]?.options).toMatchObject({ max: 1, maxSize: 5_242_880 });
    expect(nextFieldKey(removeField(second, 'new-2'))).toBe('new-3');
  });

  test('a duplicate follows its field, without an id and with an unused name', () => {
    const once = duplicateField(valuesOf(POSTS), 'f_ab');
    const twice = duplicateField(once, 'f_ab');
    expect(names(twice)).toEqual(['ab', 'ab_copy2', 'ab_copy', 'abc', 'tags']);
    expect(fieldByKey(twice, 'new-2')).toMatchObject({ id: '', originalName: '', name: 'ab_copy2' });
    const system = {
      ...valuesOf(POSTS),
      fields: valuesOf(POSTS).fields.map((f) => ({ ...f, isSystem: true })),
    };
    expect(fieldByKey(duplicateField(system, 'f_ab'), 'new-1')?.isSystem).toBe(false);
  });

  test('removing a new field deletes it, removing a saved one marks it and restores its name', () => {
    const values = edit(
      (d) => renameField(d, 'f_ab', 'x'),
      (d) => removeField(d, 'f_ab'),
    );
    expect(fieldByKey(values, 'f_ab')).toMatchObject({ toDelete: true, name: 'ab' });
    expect(duplicateField(values, 'f_ab')).toBe(values);
    expect(moveField(values, 'f_ab', 2)).toBe(values);
    expect(names(renameField(values, 'f_ab', 'y'))).toContain('ab');
    expect(toCollection(values, tools).fields.map(({ name }) => name)).toEqual(['abc', 'tags']);
    expect(fieldByKey(restoreField(values, 'f_ab'), 'f_ab')).toMatchObject({ toDelete: false, name: 'ab' });
    expect(removeField(addField(valuesOf(POSTS), 'bool'), 'new-1').fields).toEqual(valuesOf(POSTS).fields);
  });

  test('a moved field keeps its options, saved or not', () => {
    const values = edit(
      (d) => addField(d, 'number'),
      (d) => setFieldOption(d, 'new-1', 'max', 5),
      (d) => moveField(d, 'new-1', 0),
    );
    expect(names(values)).toEqual(['field', 'ab', 'abc', 'tags']);
    expect(values.fields[0]?.options).toMatchObject({ max: 5 });
    expect(names(moveField(values, 'new-1', 99))).toEqual(['ab', 'abc', 'tags', 'field']);
    expect(names(moveField(values, 'new-1', 2))).toEqual(['ab', 'abc', 'field', 'tags']);
  });

  test('system fields can’t be moved, renamed or removed', () => {
    const values = valuesOf(savedCollection('x', [{ ...savedField('a'), isSystem: true }, savedField('b')]));
    expect(removeField(values, 'f_a')).toBe(values);
    expect(moveField(values, 'f_a', 1)).toBe(values);
    expect(names(renameField(values, 'f_a', 'z'))).toEqual(['a', 'b']);
  });

  test('setting required clears nullable', () => {
    const values = {
      ...valuesOf(POSTS),
      fields: valuesOf(POSTS).fields.map((field) => ({ ...field, nullable: true })),
    };
    expect(fieldByKey(setRequired(values, 'f_ab', true), 'f_ab')).toMatchObject({
      isRequired: true,
      nullable: false,
    });
    expect(fieldByKey(setRequired(values, 'f_ab', false), 'f_ab')).toMatchObject({
      isRequired: false,
      nullable: true,
    });
    expect(fieldByKey(setPresentable(values, 'f_ab', true), 'f_ab')).toMatchObject({ isPresentable: true });
  });
});

import { describe, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { isDirty } from '#domain/collections/compare.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  restoreField,
  setFieldOption,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import { collectionAfterSave, mergeValues } from '#domain/collections/editor/merge.ts';
import {
  type CollectionValues,
  indexTexts,
  newCollectionValues,
  removeIndex,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { defaultOptions } from '#domain/field-types/options.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { savedCollection, savedField, withFields } from './collections.ts';

/** Converts a field to a JSON field. */
const asJson = (values: CollectionValues, key: string): CollectionValues => ({
  ...values,
  fields: values.fields.map((field) =>
    field.key === key ? { ...field, type: 'json', options: defaultOptions('json') } : field,
  ),
});

const OPTIONS = { min: null, max: null, pattern: '' };
const [a, b, c] = [
  savedField('a', 'text', OPTIONS),
  savedField('b', 'text', OPTIONS),
  savedField('c', 'text', OPTIONS),
] as const;
const INDEX = 'CREATE INDEX `idx_a` ON `posts` (`a`)';
const POSTS = savedCollection('posts', [a, b, c], { indexes: [INDEX], listRule: 'a = 1' });
const BASE = valuesOf(POSTS);

type Step = (values: CollectionValues) => CollectionValues;
const edit = (from: CollectionValues, ...steps: Step[]) => steps.reduce((values, step) => step(values), from);
/** The collection as others have saved it meanwhile. */
const theirs = (changes: Partial<Collection>, own: readonly Field[] = [a, b, c]) =>
  valuesOf({ ...withFields(POSTS, own), ...changes });
const names = (values: CollectionValues) =>
  values.fields.map(({ name, toDelete }) => (toDelete ? `-${name}` : name));

describe('mine and theirs', () => {
  test('takes their changes and mine, and mine where both changed a part', () => {
    const mine = edit(
      BASE,
      (values) => renameCollection(values, 'mine'),
      (values) => setRule(values, 'viewRule', 'mine'),
      (values) => setFieldOption(values, 'f_a', 'max', 5),
      (values) => renameField(values, 'f_b', 'mine_b'),
    );
    const merged = mergeValues(
      BASE,
      mine,
      theirs({ name: 'theirs', listRule: 'theirs', viewRule: 'theirs' }, [
        { ...a, name: 'theirs_a', isRequired: true, min: 2, max: 9 },
        { ...b, name: 'theirs_b' },
        c,
      ]),
    );
    expect(merged).toMatchObject({ name: 'mine', listRule: 'theirs', viewRule: 'mine' });
    expect(merged.fields[0]).toMatchObject({
      name: 'theirs_a',
      originalName: 'theirs_a',
      isRequired: true,
      options: { min: 2, max: 5 },
    });
    expect(names(merged)).toEqual(['theirs_a', 'mine_b', 'c']);
  });

  test('without my changes the result is theirs, without theirs it is mine', () => {
    const other = theirs({ name: 'x', indexes: [] }, [c, a]);
    expect(mergeValues(BASE, BASE, other)).toEqual(other);
    const mine = edit(
      BASE,
      (values) => addField(values, 'json'),
      (values) => moveField(values, 'new-1', 0),
      (values) => removeField(values, 'f_b'),
    );
    expect(mergeValues(BASE, mine, BASE)).toEqual(mine);
  });

  test('a field added elsewhere is kept in its position, next to mine', () => {
    const merged = mergeValues(
      BASE,
      edit(BASE, (values) => addField(values, 'bool')),
      theirs({}, [a, savedField('precious'), b, c]),
    );
    expect(names(merged)).toEqual(['a', 'precious', 'b', 'c', 'field']);
    expect(merged.fields[1]).toMatchObject({ id: 'f_precious', toDelete: false });
  });

  test('a field removed elsewhere stays removed, unless I changed it', () => {
    const gone = theirs({}, [c]);
    expect(
      names(
        mergeValues(
          BASE,
          edit(BASE, (d) => removeField(d, 'f_a')),
          gone,
        ),
      ),
    ).toEqual(['c']);
    const merged = mergeValues(
      BASE,
      edit(BASE, (d) => renameField(d, 'f_b', 'typed')),
      gone,
    );
    expect(names(merged)).toEqual(['typed', 'c']);
    // The field can only be created again.
    expect(merged.fields[0]).toMatchObject({ id: '', key: 'new-1', originalName: '' });
    expect(merged.nextKey).toBe(2);
  });

  test('a field that I remove is removed, even if it was renamed elsewhere', () => {
    const merged = mergeValues(
      BASE,
      edit(BASE, (values) => removeField(values, 'f_a')),
      theirs({}, [{ ...a, name: 'renamed' }, b, c]),
    );
    expect(names(merged)).toEqual(['-renamed', 'b', 'c']);
  });

  test('a field that I rename and others mark as removed has its saved name', () => {
    const merged = mergeValues(BASE, renameField(BASE, 'f_a', 'typed'), removeField(BASE, 'f_a'));
    expect(names(merged)).toEqual(['-a', 'b', 'c']);
  });

  test('a new field takes the type that I change it to, and is gone when I remove it', () => {
    const added = addField(BASE, 'text');
    expect(mergeValues(added, asJson(added, 'new-1'), added).fields[3]?.type).toBe('json');
    expect(names(mergeValues(added, BASE, added))).toEqual(['a', 'b', 'c']);
  });

  test('of two new fields that are the same, neither is dropped before one of them is saved', () => {
    const mine = addField(BASE, 'text');
    const other = addField({ ...BASE, nextKey: 2 }, 'text');
    expect(names(mergeValues(BASE, mine, other))).toEqual(['a', 'b', 'c', 'field', 'field']);
  });

  test.each([
    ['mine', ['f_c', 'f_a', 'f_b'], [a, b, c], ['c', 'a', 'b']],
    ['theirs', ['f_a', 'f_b', 'f_c'], [b, c, a], ['b', 'c', 'a']],
    ['mine before theirs', ['f_c', 'f_a', 'f_b'], [b, a, c], ['c', 'a', 'b']],
  ])('a changed order is kept: %s', (_whose, order, schema, expected) => {
    const mine = edit(
      BASE,
      ...order.map((key, at) => (values: CollectionValues) => moveField(values, key, at)),
    );
    expect(names(mergeValues(BASE, mine, theirs({}, schema)))).toEqual(expected);
  });

  test('two new fields with the same key are both kept, and an index follows its own field', () => {
    const mine = edit(
      BASE,
      (values) => addField(values, 'text'),
      (values) => renameField(values, 'new-1', 'mine'),
      (values) => setIndex(values, 1, 'CREATE INDEX `idx_mine` ON `posts` (`mine`)'),
    );
    const typed = edit(
      BASE,
      (values) => addField(values, 'bool'),
      (values) => renameField(values, 'new-1', 'typed'),
    );
    const merged = mergeValues(BASE, mine, typed);
    expect(merged.fields.slice(3)).toMatchObject([
      { key: 'new-1', name: 'typed', type: 'bool' },
      { key: 'new-2', name: 'mine', type: 'text' },
    ]);
    expect(merged.nextKey).toBe(3);
    const renamed = renameField(merged, 'new-2', 'again');
    expect(indexTexts(renamed, tools)[1]).toBe('CREATE INDEX `idx_mine` ON `posts` (`again`)');
  });

  test('my added and removed indexes are applied, theirs are kept', () => {
    const their = 'CREATE INDEX `idx_theirs` ON `posts` (`b`)';
    const mine = 'CREATE INDEX `idx_mine` ON `posts` (`c`)';
    const texts = (values: CollectionValues) => indexTexts(values, tools);
    const other = theirs({ indexes: [INDEX, their] });
    expect(texts(mergeValues(BASE, setIndex(BASE, 1, mine), other))).toEqual([INDEX, their, mine]);
    expect(texts(mergeValues(BASE, removeIndex(BASE, 0), other))).toEqual([their]);
    expect(texts(mergeValues(BASE, setIndex(BASE, 0, mine), other))).toEqual([their, mine]);
    expect(texts(mergeValues(BASE, BASE, theirs({ indexes: [] })))).toEqual([]);
  });
});

describe('a new collection', () => {
  const auth = edit(
    newCollectionValues(),
    (values) => renameCollection(values, 'people'),
    (values) => setType(values, 'auth'),
    (values) => setCollectionOption(values, 'minPassword', 12),
    (values) => addField(values, 'select'),
    (values) => setFieldOption(values, 'new-1', 'choices', ['x']),
  );

  test('is unchanged by a merge with an empty form', () => {
    expect(mergeValues(newCollectionValues(), auth, newCollectionValues())).toEqual(auth);
  });

  test('keeps its type and options, and edits of the empty form are kept', () => {
    const typed = edit(
      newCollectionValues(),
      (values) => setRule(values, 'createRule', 'x'),
      (values) => addField(values, 'text'),
    );
    const merged = mergeValues(newCollectionValues(), auth, typed);
    expect(merged).toMatchObject({ name: 'people', type: 'auth', createRule: 'x' });
    expect(merged.options).toMatchObject({ minPassword: 12, signInByEmail: true });
    expect(merged.fields.map(({ type }) => type)).toEqual(['text', 'select']);
    // Options are only compared for the previous type.
    const saved = { ...auth, id: 'given' };
    expect(mergeValues(auth, setType(auth, 'view'), saved).options).toEqual(auth.options);
    const view = mergeValues(newCollectionValues(), setType(newCollectionValues(), 'view'), typed);
    expect(view).toMatchObject({ type: 'view', createRule: null, query: '' });
  });
});

describe('after a save', () => {
  const sent = edit(
    BASE,
    (values) => addField(values, 'text'),
    (values) => renameField(values, 'new-1', 'title'),
    (values) => renameField(values, 'f_a', 'first'),
    (values) => removeField(values, 'f_c'),
  );
  /** The collection that the backend stored. */
  const result = {
    ...withFields(POSTS, [
      { ...a, name: 'first' },
      b,
      { ...savedField('title', 'text', OPTIONS), id: 'f_given' },
    ]),
    indexes: ['CREATE INDEX `idx_a` ON `posts` (`first`)'],
  };

  test('no changes remain without edits during the save', () => {
    const { values, base } = collectionAfterSave(sent, sent, result);
    // The same without the index tools, although the texts of the indexes differ now.
    for (const indexTools of [tools, undefined]) expect(isDirty(values, base, indexTools)).toBe(false);
    expect(values.fields.map(({ key, id }) => [key, id])).toEqual([
      ['f_a', 'f_a'],
      ['f_b', 'f_b'],
      ['new-1', 'f_given'],
    ]);
  });

  test.each([0, 1])('an index that the backend has added behind %i others is no change', (count) => {
    const added = 'CREATE UNIQUE INDEX `idx_b` ON `posts` (`b`)';
    const own = { ...sent, indexes: sent.indexes.slice(0, count) };
    const stored = { ...result, indexes: [...result.indexes.slice(0, count), added] };
    const { values, base } = collectionAfterSave(own, own, stored);
    for (const indexTools of [tools, undefined]) expect(isDirty(values, base, indexTools)).toBe(false);
    expect(values.indexes.at(-1)?.sql).toBe(added);
    const edited = collectionAfterSave(own, setRule(own, 'listRule', 'typed'), stored).values;
    expect(edited.indexes).toEqual(base.indexes);
  });

  test.each<[string, Step, unknown]>([
    ['a name', (values) => renameField(values, 'new-1', 'headline'), { id: 'f_given', name: 'headline' }],
    ['a rule', (values) => setRule(values, 'listRule', 'typed'), undefined],
    ['the type of the new field', (values) => asJson(values, 'new-1'), undefined],
    ['an option', (values) => setFieldOption(values, 'f_b', 'max', 7), { options: { ...OPTIONS, max: 7 } }],
    ['a required flag', (values) => setRequired(values, 'new-1', true), { id: 'f_given', isRequired: true }],
    ['another field', (values) => addField(values, 'bool'), { id: '', key: 'new-2', type: 'bool' }],
    ['the new field removed', (values) => removeField(values, 'new-1'), { id: 'f_given', toDelete: true }],
    ['a restored field', (values) => restoreField(values, 'f_c'), { id: '', name: 'c' }],
    ['a removed index', (values) => removeIndex(values, 0), undefined],
  ])('edits made during the save remain: %s', (what, step, field) => {
    const { values, base } = collectionAfterSave(sent, step(sent), result);
    // The type of a saved field can’t change.
    expect(isDirty(values, base, tools)).toBe(what !== 'the type of the new field');
    if (field) expect(values.fields).toContainEqual(expect.objectContaining(field));
    if (what === 'a removed index') expect(values.indexes).toEqual([]);
    if (what === 'a rule') expect(values.listRule).toBe('typed');
    expect(new Set(values.fields.map(({ key }) => key)).size).toBe(values.fields.length);
  });
});

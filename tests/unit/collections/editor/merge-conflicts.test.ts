import { describe, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import {
  addField,
  moveField,
  removeField,
  renameField,
  setFieldOption,
} from '#domain/collections/editor/fields.ts';
import { normalizedIndexes } from '#domain/collections/editor/indexes.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import {
  type CollectionValues,
  indexTexts,
  removeIndex,
  setCollectionOption,
  setIndex,
  setRule,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { RULE_LABELS, ruleNames, ruleOf } from '#domain/collections/rules.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import type { Side } from '#domain/model/parts.ts';
import { savedCollection, savedField, withFields } from './collections.ts';

const OPTIONS = { min: null, max: null, pattern: '' };
const [A, B, C] = [
  savedField('a', 'text', OPTIONS),
  savedField('b', 'text', OPTIONS),
  savedField('c', 'text', OPTIONS),
] as const;
const ALL = [A, B, C];
const INDEX = 'CREATE INDEX `idx_a` ON `posts` (`a`)';
const RULES = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const POSTS = savedCollection('posts', ALL, {
  type: 'auth',
  indexes: [INDEX],
  ...RULES,
  options: { manageRule: '', minPasswordLength: 8 },
});
const BASE = valuesOf(POSTS);

type Changes = Partial<Collection> & { readonly own?: readonly Field[] };
const postsWith = (posts: Collection, { own = ALL, ...changes }: Changes): Collection => ({
  ...withFields(posts, own),
  ...changes,
});

/** Merges my steps with changes saved elsewhere, and resolves the first conflict for one side. */
function merge(
  steps: readonly ((values: CollectionValues) => CollectionValues)[],
  changes: Changes,
  side: Side = 'mine',
) {
  const mine = steps.reduce((values, step) => step(values), BASE);
  const versions = { base: BASE, mine, theirs: valuesOf(postsWith(POSTS, changes)) };
  const { conflicts } = mergeVersions(versions, new Map(), tools);
  const choices = new Map(conflicts.slice(0, 1).map(({ id }) => [id, side]));
  const { values } = mergeVersions(versions, choices, tools);
  return { values, conflicts: conflicts.map(({ label, mine, theirs }) => [label, mine, theirs]) };
}
const names = (values: CollectionValues) =>
  values.fields.map(({ name, toDelete }) => (toDelete ? `-${name}` : name));

describe('rules', () => {
  test.each(ruleNames)('%s changed by both is a conflict, described in words', (name) => {
    const theirs = { [name]: null };
    for (const side of ['mine', 'theirs'] as const) {
      const { values, conflicts } = merge([(values) => setRule(values, name, 'a = 1')], theirs, side);
      expect(conflicts).toEqual([[`${RULE_LABELS[name]} rule`, 'a = 1', 'admins only']]);
      expect(ruleOf(values, name)).toBe(side === 'mine' ? 'a = 1' : null);
    }
    // A change by one side, or the same by both, is not a conflict.
    expect(merge([], theirs)).toMatchObject({ conflicts: [] });
    expect(ruleOf(merge([], theirs).values, name)).toBeNull();
    const both = merge([(values) => setRule(values, name, null)], theirs);
    expect(both.conflicts).toEqual([]);
    expect(ruleOf(both.values, name)).toBeNull();
  });
});

describe('fields', () => {
  test('a field that I remove and others change is a conflict', () => {
    const changes = { own: [{ ...A, name: 'headline', isRequired: true }, B, C] };
    const steps = [(values: CollectionValues) => removeField(values, 'f_a')];
    const { values, conflicts } = merge(steps, changes);
    expect(conflicts).toEqual([
      [
        'Field headline',
        'removed',
        'kept (Renamed field a → headline; Nonempty of field headline: off → on)',
      ],
    ]);
    expect(names(values)).toEqual(['-headline', 'b', 'c']);
    expect(names(merge(steps, changes, 'theirs').values)).toEqual(['headline', 'b', 'c']);
  });

  test('a field that others remove and I change is a conflict', () => {
    const steps = [(values: CollectionValues) => setFieldOption(values, 'f_b', 'max', 5)];
    const { values, conflicts } = merge(steps, { own: [A, C] });
    expect(conflicts).toEqual([['Field b', 'created again, without its data', 'removed']]);
    expect(names(values)).toEqual(['a', 'b', 'c']);
    expect(values.fields[1]).toMatchObject({ id: '', options: { max: 5 } });
    expect(names(merge(steps, { own: [A, C] }, 'theirs').values)).toEqual(['a', 'c']);
  });

  test('an option changed by both is a conflict, other options of the field are merged', () => {
    const steps = [
      (values: CollectionValues) => setFieldOption(values, 'f_a', 'max', 5),
      (values: CollectionValues) => setFieldOption(values, 'f_a', 'min', 2),
    ];
    const { values, conflicts } = merge(steps, { own: [{ ...A, max: 9, pattern: '^x' }, B, C] }, 'theirs');
    expect(conflicts).toEqual([['Max length of field a', '5', '9']]);
    expect(values.fields[0]?.options).toEqual({ min: 2, max: 9, pattern: '^x' });
  });

  test('the order changed by both is a conflict, regardless of added and removed fields', () => {
    const steps = [
      (values: CollectionValues) => moveField(values, 'f_c', 0),
      (values: CollectionValues) => addField(values, 'bool'),
    ];
    const { values, conflicts } = merge(steps, { own: [B, savedField('new'), A, C] });
    expect(conflicts).toEqual([['Order of the fields', 'c, a, b', 'b, a, c']]);
    expect(names(values).filter((name) => /^[abc]$/.test(name))).toEqual(['c', 'a', 'b']);
    // The position of a removed field is not a conflict.
    expect(merge([...steps, (values) => removeField(values, 'f_c')], { own: [B, A, C] }).conflicts).toEqual(
      [],
    );
  });

  test('identical new fields are merged, different ones with the same name are left to the backend', () => {
    const added = savedField('field', 'bool', {});
    const both = merge([(values) => addField(values, 'bool')], { own: [...ALL, added] });
    expect(both.values.fields.map(({ id }) => id)).toEqual(['f_a', 'f_b', 'f_c', 'f_field']);
    const sql = 'CREATE INDEX `idx_field` ON `posts` (`field`)';
    const steps = [
      (values: CollectionValues) => addField(values, 'bool'),
      (values: CollectionValues) => setIndex(values, 1, sql),
    ];
    const own = [...ALL, added];
    expect(merge(steps, { own, indexes: [INDEX, sql] }).conflicts).toEqual([]);
    expect(merge(steps, { own }).values.indexes[1]?.keys.get('field')).toBe('f_field');
    const text = merge([(values) => addField(values, 'text')], { own: [...ALL, added] });
    expect(names(text.values)).toEqual(['a', 'b', 'c', 'field', 'field']);
  });
});

describe('indexes', () => {
  const renamed = {
    own: [{ ...A, name: 'headline' }, B, C],
    indexes: ['CREATE INDEX `idx_a` ON `posts` (`headline`)'],
  };
  const texts = ({ values }: { readonly values: CollectionValues }) => indexTexts(values, tools);

  test('a column renamed by others does not change its index', () => {
    expect(texts(merge([(values) => removeIndex(values, 0)], renamed))).toEqual([]);
    const unique = merge([(values) => setIndex(values, 0, tools.setUnique(INDEX, true))], renamed);
    expect(texts(unique)).toEqual(['CREATE UNIQUE INDEX `idx_a` ON `posts` (`headline`)']);
    expect(unique.conflicts).toEqual([]);
  });

  test('an index removed by others stays removed when I rename its column', () => {
    const { values, conflicts } = merge([(values) => renameField(values, 'f_a', 'mine')], { indexes: [] });
    expect(conflicts).toEqual([]);
    expect(values.indexes).toEqual([]);
  });

  test('an index removed by others with its field stays removed when I create the field again', () => {
    const steps = [(values: CollectionValues) => setFieldOption(values, 'f_a', 'max', 5)];
    const { values, conflicts } = merge(steps, { own: [B, C], indexes: [] });
    expect(conflicts.map(([label]) => label)).toEqual(['Field a']);
    expect(values.indexes).toEqual([]);
  });

  test('indexes with one name are told apart by a number', () => {
    const twice = setIndex(BASE, 1, INDEX);
    expect([...normalizedIndexes(twice, tools).keys()]).toEqual(['idx_a', 'idx_a 2']);
  });

  test('an index that both change, or I change and others remove, is a conflict', () => {
    const steps = [(values: CollectionValues) => setIndex(values, 0, tools.setUnique(INDEX, true))];
    const other = 'CREATE INDEX `idx_a` ON `posts` (`b`)';
    const unique = 'CREATE UNIQUE INDEX `idx_a` ON `posts` (`a`)';
    expect(merge(steps, { indexes: [other] }).conflicts).toEqual([['Index idx_a', unique, other]]);
    expect(texts(merge(steps, { indexes: [other] }, 'theirs'))).toEqual([other]);
    expect(merge(steps, { indexes: [] }).conflicts).toEqual([['Index idx_a', unique, 'removed']]);
    expect(texts(merge(steps, { indexes: [] }, 'theirs'))).toEqual([]);
    expect(texts(merge(steps, { indexes: [] }))).toEqual([unique]);
  });
});

describe('options of the collection', () => {
  test('an option of an auth collection changed by both is a conflict', () => {
    const steps = [(values: CollectionValues) => setCollectionOption(values, 'minPassword', 10)];
    const theirs = { auth: POSTS.auth && { ...POSTS.auth, minPassword: 12, isVerifiedOnly: true } };
    const { values, conflicts } = merge(steps, theirs);
    expect(conflicts).toEqual([['Minimum password length', '10', '12']]);
    expect(values.options).toMatchObject({ minPassword: 10, isVerifiedOnly: true });
  });

  test('an emptied option is sent as typed, and is not a change', () => {
    const stored = valuesOf(postsWith(POSTS, { own: [{ ...A, min: 0 }] }));
    const from = setCollectionOption(stored, 'onlyDomains', null);
    const emptied = setFieldOption(setCollectionOption(from, 'onlyDomains', []), 'f_a', 'pattern', null);
    const changed = setCollectionOption(from, 'onlyDomains', ['a.org']);
    const same = mergeVersions({ base: from, mine: emptied, theirs: from }, new Map(), tools);
    expect(same.values.options).toMatchObject({ onlyDomains: [] });
    expect(same.values.fields[0]?.options).toMatchObject({ min: 0, pattern: null });
    const theirs = mergeVersions({ base: from, mine: emptied, theirs: changed }, new Map(), tools);
    expect(theirs.conflicts).toEqual([]);
    expect(theirs.values.options).toMatchObject({ onlyDomains: ['a.org'] });
  });

  test('the query of a view changed by both is a conflict', () => {
    const view = savedCollection('v', [], { type: 'view', options: { query: 'SELECT 1 AS id' } });
    const query = (text: string) => ({ ...valuesOf(view), query: text });
    const versions = { base: valuesOf(view), mine: query('SELECT 2 AS id'), theirs: query('SELECT 3 AS id') };
    const { conflicts } = mergeVersions(versions, new Map(), tools);
    expect(conflicts).toEqual([
      { id: 'options.query', label: 'Select query', mine: 'SELECT 2 AS id', theirs: 'SELECT 3 AS id' },
    ]);
    const choices = new Map([['options.query', 'theirs' as const]]);
    expect(mergeVersions(versions, choices, tools).values.query).toBe('SELECT 3 AS id');
  });
});

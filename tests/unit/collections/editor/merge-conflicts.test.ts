import { describe, expect, test } from 'vitest';
import {
  addField,
  moveField,
  removeField,
  renameField,
  setFieldOption,
} from '#domain/collections/editor/fields.ts';
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import { mergeVersions } from '#domain/collections/editor/merge.ts';
import type { Side } from '#domain/collections/editor/merging.ts';
import { RULE_LABELS, ruleNames, ruleOf } from '#domain/collections/editor/rules.ts';
import {
  type CollectionValues,
  indexTexts,
  removeIndex,
  setCollectionOption,
  setIndex,
  setRule,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { savedCollection, savedField } from './collections.ts';

const OPTIONS = { min: null, max: null, pattern: '' };
const fields = ['a', 'b', 'c'].map((name) => savedField(name, 'text', OPTIONS));
const [A, B, C] = fields;
if (!A || !B || !C) throw new Error('Three fields.');
const INDEX = 'CREATE INDEX `idx_a` ON `posts` (`a`)';
const RULES = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' };
const POSTS = savedCollection('posts', fields, {
  type: 'auth',
  indexes: [INDEX],
  ...RULES,
  options: { manageRule: '', minPasswordLength: 8 },
});
const BASE = valuesOf(POSTS);

/** What comes of my steps while others saved these changes, the first conflict being decided for one side. */
function merge(
  steps: readonly ((values: CollectionValues) => CollectionValues)[],
  changes: Partial<typeof POSTS>,
  side: Side = 'mine',
) {
  const mine = steps.reduce((values, step) => step(values), BASE);
  const versions = { base: BASE, mine, theirs: valuesOf({ ...POSTS, ...changes }) };
  const { conflicts } = mergeVersions(versions, new Map(), tools);
  const choices = new Map(conflicts.slice(0, 1).map(({ id }) => [id, side]));
  const { values } = mergeVersions(versions, choices, tools);
  return { values, conflicts: conflicts.map(({ label, mine, theirs }) => [label, mine, theirs]) };
}
const names = (values: CollectionValues) =>
  values.fields.map(({ name, toDelete }) => (toDelete ? `-${name}` : name));

describe('rules', () => {
  test.each(ruleNames)('%s is asked when both changed it, in words', (name) => {
    const theirs =
      name === 'manageRule' ? { options: { ...POSTS.options, manageRule: null } } : { [name]: null };
    for (const side of ['mine', 'theirs'] as const) {
      const { values, conflicts } = merge([(values) => setRule(values, name, 'a = 1')], theirs, side);
      expect(conflicts).toEqual([[`${RULE_LABELS[name]} rule`, 'a = 1', 'admins only']]);
      expect(ruleOf(values, name)).toBe(side === 'mine' ? 'a = 1' : null);
    }
    // One alone, or both alike, asks nothing.
    expect(merge([], theirs)).toMatchObject({ conflicts: [] });
    expect(ruleOf(merge([], theirs).values, name)).toBeNull();
    const both = merge([(values) => setRule(values, name, null)], theirs);
    expect(both.conflicts).toEqual([]);
    expect(ruleOf(both.values, name)).toBeNull();
  });
});

describe('fields', () => {
  test('one that I remove and that others changed', () => {
    const changes = { schema: [{ ...A, name: 'headline', required: true }, B, C] };
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

  test('one that others removed and that I changed', () => {
    const steps = [(values: CollectionValues) => setFieldOption(values, 'f_b', 'max', 5)];
    const { values, conflicts } = merge(steps, { schema: [A, C] });
    expect(conflicts).toEqual([['Field b', 'made anew, without its data', 'removed']]);
    expect(names(values)).toEqual(['a', 'b', 'c']);
    expect(values.fields[1]).toMatchObject({ id: '', options: { max: 5 } });
    expect(names(merge(steps, { schema: [A, C] }, 'theirs').values)).toEqual(['a', 'c']);
  });

  test('an option, and another one of the same field', () => {
    const steps = [
      (values: CollectionValues) => setFieldOption(values, 'f_a', 'max', 5),
      (values: CollectionValues) => setFieldOption(values, 'f_a', 'min', 2),
    ];
    const { values, conflicts } = merge(
      steps,
      { schema: [{ ...A, options: { ...OPTIONS, max: 9, pattern: '^x' } }, B, C] },
      'theirs',
    );
    expect(conflicts).toEqual([['Max length of field a', '5', '9']]);
    expect(values.fields[0]?.options).toEqual({ min: 2, max: 9, pattern: '^x' });
  });

  test('their order, whatever comes and goes between them', () => {
    const steps = [
      (values: CollectionValues) => moveField(values, 'f_c', 0),
      (values: CollectionValues) => addField(values, 'bool'),
    ];
    const { values, conflicts } = merge(steps, { schema: [B, savedField('new'), A, C] });
    expect(conflicts).toEqual([['Order of the fields', 'c, a, b', 'b, a, c']]);
    expect(names(values).filter((name) => /^[abc]$/.test(name))).toEqual(['c', 'a', 'b']);
    // The place of a field that goes is nothing to argue about.
    expect(
      merge([...steps, (values) => removeField(values, 'f_c')], { schema: [B, A, C] }).conflicts,
    ).toEqual([]);
  });

  test('the same that both added is one, another of that name is the backend’s to refuse', () => {
    const added = savedField('field', 'bool', {});
    const both = merge([(values) => addField(values, 'bool')], { schema: [...fields, added] });
    expect(both.values.fields.map(({ id }) => id)).toEqual(['f_a', 'f_b', 'f_c', 'f_field']);
    const text = merge([(values) => addField(values, 'text')], { schema: [...fields, added] });
    expect(names(text.values)).toEqual(['a', 'b', 'c', 'field', 'field']);
  });
});

describe('indexes', () => {
  const renamed = {
    schema: [{ ...A, name: 'headline' }, B, C],
    indexes: ['CREATE INDEX `idx_a` ON `posts` (`headline`)'],
  };
  const texts = ({ values }: { readonly values: CollectionValues }) => indexTexts(values, tools);

  test('a column that others renamed is no change of its index', () => {
    expect(texts(merge([(values) => removeIndex(values, 0)], renamed))).toEqual([]);
    const unique = merge([(values) => setIndex(values, 0, tools.setUnique(INDEX, true))], renamed);
    expect(texts(unique)).toEqual(['CREATE UNIQUE INDEX `idx_a` ON `posts` (`headline`)']);
    expect(unique.conflicts).toEqual([]);
  });

  test('one that I renamed a column of is taken away by others', () => {
    const { values, conflicts } = merge([(values) => renameField(values, 'f_a', 'mine')], { indexes: [] });
    expect(conflicts).toEqual([]);
    expect(values.indexes).toEqual([]);
  });

  test('one that both changed, and one that I changed and others took away', () => {
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
  test('of an auth collection', () => {
    const steps = [(values: CollectionValues) => setCollectionOption(values, 'minPasswordLength', 10)];
    const theirs = { options: { ...POSTS.options, minPasswordLength: 12, onlyVerified: true } };
    const { values, conflicts } = merge(steps, theirs);
    expect(conflicts).toEqual([['Minimum password length', '10', '12']]);
    expect(values.options).toMatchObject({ minPasswordLength: 10, onlyVerified: true });
  });

  test('what was emptied is sent as it was typed, and is no change', () => {
    const blank = { ...POSTS.options, onlyEmailDomains: null };
    const from = valuesOf({ ...POSTS, options: blank, schema: [{ ...A, options: { ...OPTIONS, min: 0 } }] });
    const emptied = setFieldOption(setCollectionOption(from, 'onlyEmailDomains', []), 'f_a', 'pattern', null);
    const changed = setCollectionOption(from, 'onlyEmailDomains', ['a.org']);
    const same = mergeVersions({ base: from, mine: emptied, theirs: from }, new Map(), tools);
    expect(same.values.options).toMatchObject({ onlyEmailDomains: [] });
    expect(same.values.fields[0]?.options).toMatchObject({ min: 0, pattern: null });
    const theirs = mergeVersions({ base: from, mine: emptied, theirs: changed }, new Map(), tools);
    expect(theirs.conflicts).toEqual([]);
    expect(theirs.values.options).toMatchObject({ onlyEmailDomains: ['a.org'] });
  });

  test('the query of a view', () => {
    const view = savedCollection('v', [], { type: 'view', options: { query: 'SELECT 1 AS id' } });
    const query = (text: string) => setCollectionOption(valuesOf(view), 'query', text);
    const versions = { base: valuesOf(view), mine: query('SELECT 2 AS id'), theirs: query('SELECT 3 AS id') };
    const { conflicts } = mergeVersions(versions, new Map(), tools);
    expect(conflicts).toEqual([
      { id: 'options.query', label: 'Select query', mine: 'SELECT 2 AS id', theirs: 'SELECT 3 AS id' },
    ]);
    const choices = new Map([['options.query', 'theirs' as const]]);
    expect(mergeVersions(versions, choices, tools).values.options).toEqual({ query: 'SELECT 3 AS id' });
  });
});

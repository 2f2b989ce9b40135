import fc from 'fast-check';
import {
  addField,
  moveField,
  nextFieldKey,
  removeField,
  renameField,
  setFieldOption,
  setMultiple,
  setPresentable,
  setRequired,
} from '#domain/collections/editor/fields.ts';
import {
  type CollectionValues,
  indexTexts,
  removeIndex,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
} from '#domain/collections/editor/values.ts';
import { ruleNames } from '#domain/collections/rules.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import type { Side } from '#domain/model/parts.ts';
import { type CollectionInput, field } from '../factories.ts';

/** One edit of a collection, applied by {@link edited}. `who` is part of the names that it sets. */
export type Edit = (values: CollectionValues, who: string) => CollectionValues;

/** Independent edits of one collection by two administrators. */
export interface EditPair {
  readonly mine: readonly Edit[];
  readonly theirs: readonly Edit[];
  /** The sides to choose in conflicts, in order; repeats when there are more conflicts. */
  readonly sides: readonly Side[];
}

const FIELDS = ['title', 'body', 'rank', 'tags', 'pick', 'born'] as const;

/** The collection to edit. */
export const editedCollection = (name: string): CollectionInput => ({
  name,
  type: 'auth',
  fields: [
    field('title'),
    field('body'),
    field('rank', 'number'),
    field('tags', 'select', { max: 2, choices: ['a', 'b', 'c, d'] }),
    field('pick', 'select', { choices: ['x', 'y'] }),
    field('born', 'date'),
  ],
  indexes: [
    `CREATE INDEX idx_${name}_title ON ${name} (title)`,
    `CREATE INDEX idx_${name}_two ON ${name} (rank, title)`,
  ],
  listRule: '',
  viewRule: null,
  createRule: '',
  updateRule: 'id = @request.auth.id',
  deleteRule: null,
});

const keyOf = (values: CollectionValues, name: string) =>
  values.fields.find(({ originalName, toDelete }) => originalName === name && !toDelete)?.key;

/** An edit of a field of the collection, if the field still exists. */
const ofField =
  (name: string, change: (values: CollectionValues, key: string, who: string) => CollectionValues): Edit =>
  (values, who) => {
    const key = keyOf(values, name);
    return key === undefined ? values : change(values, key, who);
  };

const positionOf = (values: CollectionValues, isWanted: (sql: string) => boolean) =>
  indexTexts(values, tools).findIndex(isWanted);

/** Removes a column with its indexes, because the backend refuses an index without its column. */
const removeWithIndexes: (values: CollectionValues, key: string) => CollectionValues = (values, key) => {
  const name = values.fields.find((one) => one.key === key)?.name ?? '';
  let result = values;
  for (;;) {
    const at = positionOf(result, (sql) => tools.columnNames(sql).includes(name));
    if (at < 0) return removeField(result, key);
    result = removeIndex(result, at);
  }
};

const editIndex =
  (
    suffix: string,
    change: (values: CollectionValues, position: number, sql: string) => CollectionValues,
  ): Edit =>
  (values) => {
    const at = positionOf(values, (sql) => tools.parseIndex(sql)?.indexName.endsWith(suffix) ?? false);
    return at < 0 ? values : change(values, at, indexTexts(values, tools)[at] ?? '');
  };

const rules = fc
  .tuple(fc.constantFrom(...ruleNames), fc.constantFrom(null, '', 'id != ""', '@request.auth.id != ""'))
  .map(
    ([name, rule]): Edit =>
      (values) =>
        setRule(values, name, rule),
  );

const renames = fc
  .tuple(fc.constantFrom('title', 'rank'), fc.boolean())
  .map(([name, isSame]) =>
    ofField(name, (values, key, who) => renameField(values, key, `${name}_${isSame ? 'both' : who}`)),
  );

const fields = fc.oneof(
  { weight: 3, arbitrary: renames },
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.boolean())
    .map(([name, on]) => ofField(name, (values, key) => setRequired(values, key, on))),
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.boolean())
    .map(([name, on]) => ofField(name, (values, key) => setPresentable(values, key, on))),
  fc.constantFrom(...FIELDS).map((name) => ofField(name, removeWithIndexes)),
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.nat(FIELDS.length - 1))
    .map(([name, at]) => ofField(name, (values, key) => moveField(values, key, at))),
  fc.constantFrom('text', 'bool', 'json').map(
    (type): Edit =>
      (values, who) => {
        const key = nextFieldKey(values);
        return renameField(addField(values, type), key, `${who}_${key.replace('-', '_')}`);
      },
  ),
);

const fieldOptions = fc.oneof(
  fc
    .tuple(fc.constantFrom('title', 'body'), fc.constantFrom('min', 'max'), fc.constantFrom(null, 3, 7))
    .map(([name, option, value]) =>
      ofField(name, (values, key) =>
        setFieldOption(values, key, option, option === 'max' && value !== null ? value * 10 : value),
      ),
    ),
  fc.boolean().map((on) => ofField('rank', (values, key) => setFieldOption(values, key, 'isWhole', on))),
  fc
    .constantFrom(['a', 'b', 'c, d', 'e'], ['b', 'c, d'], ['c, d', 'b', 'a'], ['a', 'B', 'c, d'])
    .map((choices) => ofField('tags', (values, key) => setFieldOption(values, key, 'choices', choices))),
  fc
    .constantFrom('tags', 'pick')
    .map((name) => ofField(name, (values, key) => setMultiple(values, key, name === 'pick'))),
  fc
    .constantFrom('', '2026-01-01 00:00:00.000Z', '2026-02-01 00:00:00.000Z')
    .map((value) => ofField('born', (values, key) => setFieldOption(values, key, 'min', value))),
);

const indexes = fc.oneof(
  fc.constantFrom('_title', '_two').map((suffix) => editIndex(suffix, removeIndex)),
  fc
    .tuple(fc.constantFrom('_title', '_two'), fc.boolean())
    .map(([suffix, on]) =>
      editIndex(suffix, (values, at, sql) => setIndex(values, at, tools.setUnique(sql, on))),
    ),
  fc.constantFrom<Edit>((values, who) => {
    const title = values.fields.find(({ originalName, toDelete }) => originalName === 'body' && !toDelete);
    if (!title) return values;
    const name = `idx_${who}_${values.originalName}`;
    return setIndex(
      values,
      values.indexes.length,
      `CREATE INDEX \`${name}\` ON \`${values.name}\` (\`${title.name}\`)`,
    );
  }),
);

/** Sets an option, where the backend has it as one of collections. */
const ofOption =
  (name: string, value: unknown): Edit =>
  (values) =>
    name in values.options ? setCollectionOption(values, name, value) : values;

const options = fc.oneof(
  fc
    .tuple(fc.constantFrom('isVerifiedOnly', 'isEmailRequired', 'hasOAuth2'), fc.boolean())
    .map(([name, on]) => ofOption(name, on)),
  fc.constantFrom(8, 10, 12).map((length) => ofOption('minPassword', length)),
  fc.constantFrom(['a.com'], ['a.com', 'b.com'], []).map((list) => ofOption('onlyDomains', list)),
  fc.constantFrom<Edit>((values, who) => renameCollection(values, `${values.originalName}_${who}`)),
);

const edits = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: rules },
    { weight: 3, arbitrary: fields },
    { weight: 2, arbitrary: fieldOptions },
    { weight: 2, arbitrary: indexes },
    { weight: 2, arbitrary: options },
  ),
  { minLength: 1, maxLength: 6 },
);

/** Pairs of concurrent edits by two administrators. */
export const editPair: fc.Arbitrary<EditPair> = fc.record({
  mine: edits,
  theirs: edits,
  sides: fc.array(fc.constantFrom<Side>('mine', 'theirs'), { minLength: 1, maxLength: 4 }),
});

/** Values after these edits. */
export const edited = (values: CollectionValues, all: readonly Edit[], who: string): CollectionValues =>
  all.reduce((now, edit) => edit(now, who), values);

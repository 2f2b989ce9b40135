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
import * as tools from '#domain/collections/editor/index-sql/tools.ts';
import type { Side } from '#domain/collections/editor/merging.ts';
import { ruleNames } from '#domain/collections/editor/rules.ts';
import {
  type Draft,
  indexTexts,
  removeIndex,
  renameCollection,
  setCollectionOption,
  setIndex,
  setRule,
} from '#domain/collections/editor/values.ts';
import { type CollectionInput, field } from '../factories.ts';

/** One edit of a collection, applied by {@link edited}. `who` is part of the names that it sets. */
export type Edit = (draft: Draft, who: string) => Draft;

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
  schema: [
    field('title'),
    field('body'),
    field('rank', 'number'),
    field('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b', 'c, d'] } }),
    field('pick', 'select', { options: { maxSelect: 1, values: ['x', 'y'] } }),
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

const keyOf = (draft: Draft, name: string) =>
  draft.fields.find(({ originalName, toDelete }) => originalName === name && !toDelete)?.key;

/** An edit of a field of the collection, if the field still exists. */
const ofField =
  (name: string, change: (draft: Draft, key: string, who: string) => Draft): Edit =>
  (draft, who) => {
    const key = keyOf(draft, name);
    return key === undefined ? draft : change(draft, key, who);
  };

const positionOf = (draft: Draft, isWanted: (sql: string) => boolean) =>
  indexTexts(draft, tools).findIndex(isWanted);

/** Removes a column with its indexes, because the backend refuses an index without its column. */
const removeWithIndexes: (draft: Draft, key: string) => Draft = (draft, key) => {
  const name = draft.fields.find((one) => one.key === key)?.name ?? '';
  let result = draft;
  for (;;) {
    const at = positionOf(result, (sql) => tools.columnNames(sql).includes(name));
    if (at < 0) return removeField(result, key);
    result = removeIndex(result, at);
  }
};

const editIndex =
  (suffix: string, change: (draft: Draft, position: number, sql: string) => Draft): Edit =>
  (draft) => {
    const at = positionOf(draft, (sql) => tools.parseIndex(sql)?.indexName.endsWith(suffix) ?? false);
    return at < 0 ? draft : change(draft, at, indexTexts(draft, tools)[at] ?? '');
  };

const rules = fc
  .tuple(fc.constantFrom(...ruleNames), fc.constantFrom(null, '', 'id != ""', '@request.auth.id != ""'))
  .map(
    ([name, rule]): Edit =>
      (draft) =>
        setRule(draft, name, rule),
  );

const renames = fc
  .tuple(fc.constantFrom('title', 'rank'), fc.boolean())
  .map(([name, isSame]) =>
    ofField(name, (draft, key, who) => renameField(draft, key, `${name}_${isSame ? 'both' : who}`)),
  );

const fields = fc.oneof(
  { weight: 3, arbitrary: renames },
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.boolean())
    .map(([name, on]) => ofField(name, (draft, key) => setRequired(draft, key, on))),
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.boolean())
    .map(([name, on]) => ofField(name, (draft, key) => setPresentable(draft, key, on))),
  fc.constantFrom(...FIELDS).map((name) => ofField(name, removeWithIndexes)),
  fc
    .tuple(fc.constantFrom(...FIELDS), fc.nat(FIELDS.length - 1))
    .map(([name, at]) => ofField(name, (draft, key) => moveField(draft, key, at))),
  fc.constantFrom('text', 'bool', 'json').map(
    (type): Edit =>
      (draft, who) => {
        const key = nextFieldKey(draft);
        return renameField(addField(draft, type), key, `${who}_${key.replace('-', '_')}`);
      },
  ),
);

const fieldOptions = fc.oneof(
  fc
    .tuple(fc.constantFrom('title', 'body'), fc.constantFrom('min', 'max'), fc.constantFrom(null, 3, 7))
    .map(([name, option, value]) =>
      ofField(name, (draft, key) =>
        setFieldOption(draft, key, option, option === 'max' && value !== null ? value * 10 : value),
      ),
    ),
  fc.boolean().map((on) => ofField('rank', (draft, key) => setFieldOption(draft, key, 'noDecimal', on))),
  fc
    .constantFrom(['a', 'b', 'c, d', 'e'], ['b', 'c, d'], ['c, d', 'b', 'a'], ['a', 'B', 'c, d'])
    .map((values) => ofField('tags', (draft, key) => setFieldOption(draft, key, 'values', values))),
  fc
    .constantFrom('tags', 'pick')
    .map((name) => ofField(name, (draft, key) => setMultiple(draft, key, name === 'pick'))),
  fc
    .constantFrom('', '2026-01-01 00:00:00.000Z', '2026-02-01 00:00:00.000Z')
    .map((value) => ofField('born', (draft, key) => setFieldOption(draft, key, 'min', value))),
);

const indexes = fc.oneof(
  fc.constantFrom('_title', '_two').map((suffix) => editIndex(suffix, removeIndex)),
  fc
    .tuple(fc.constantFrom('_title', '_two'), fc.boolean())
    .map(([suffix, on]) =>
      editIndex(suffix, (draft, at, sql) => setIndex(draft, at, tools.setUnique(sql, on))),
    ),
  fc.constantFrom<Edit>((draft, who) => {
    const title = draft.fields.find(({ originalName, toDelete }) => originalName === 'body' && !toDelete);
    if (!title) return draft;
    const name = `idx_${who}_${draft.originalName}`;
    return setIndex(
      draft,
      draft.indexes.length,
      `CREATE INDEX \`${name}\` ON \`${draft.name}\` (\`${title.name}\`)`,
    );
  }),
);

const options = fc.oneof(
  fc.tuple(fc.constantFrom('onlyVerified', 'requireEmail', 'allowOAuth2Auth'), fc.boolean()).map(
    ([name, on]): Edit =>
      (draft) =>
        setCollectionOption(draft, name, on),
  ),
  fc.constantFrom(8, 10, 12).map(
    (length): Edit =>
      (draft) =>
        setCollectionOption(draft, 'minPasswordLength', length),
  ),
  fc.constantFrom(['a.com'], ['a.com', 'b.com'], []).map(
    (list): Edit =>
      (draft) =>
        setCollectionOption(draft, 'onlyEmailDomains', list),
  ),
  fc.constantFrom<Edit>((draft, who) => renameCollection(draft, `${draft.originalName}_${who}`)),
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

/** A draft after these edits. */
export const edited = (draft: Draft, all: readonly Edit[], who: string): Draft =>
  all.reduce((now, edit) => edit(now, who), draft);

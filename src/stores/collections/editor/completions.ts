import { type Collection, ownFields, withOwnFields } from '#domain/backend/collection.ts';
import type { TypedNames } from '#domain/collections/completions.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { type RuleScope, ruleCompletions, rulePathType } from '#domain/collections/editor/completions.ts';
import { type CollectionValues, indexPresets } from '#domain/collections/editor/values.ts';
import { sqlCompletions } from '#domain/collections/sql-completions.ts';
import { dialect } from '#wire/dialect.ts';
import { systemFields } from '#wire/save-collection.ts';
import { $collectionList } from '../list.ts';
import type { CollectionEditor } from './editor.ts';

/** All collections, with the edited one as the panel shows it, and what they were made of. */
interface Edited extends RuleScope {
  readonly from: readonly Collection[];
  readonly fields: CollectionValues['fields'];
}

/** Caches the lists until the fields, name, type or query change: every keystroke in a rule changes the values. */
const cache = new WeakMap<CollectionEditor, Edited>();

function edited(editor: CollectionEditor): Edited {
  const values = editor.$values.get();
  const { fields, name, type, query } = values;
  const from = $collectionList.get();
  const known = cache.get(editor);
  const isNamed = known?.collection.name === name && known.collection.type === type;
  const isSame = isNamed && known.fields === fields && (known.collection.query ?? query) === query;
  if (known && isSame && known.from === from) return known;
  const own = toCollection(values, undefined);
  const system = systemFields(type, query);
  const collection = { ...own, fields: withOwnFields(system, ownFields(own)) };
  const collections = [...from.filter(({ id }) => id !== collection.id), collection];
  const account = systemFields('auth', '');
  const next = { from, fields, collection, collections, account, dialect: dialect() };
  cache.set(editor, next);
  return next;
}

const OF_ALL: readonly unknown[] = ['id', 'created', 'updated'];

/** The names of the columns that a collection has by itself, for people; a view has the dates that its query selects. */
export const systemNames = ({ type, query }: Pick<CollectionValues, 'type' | 'query'>): readonly string[] =>
  systemFields(type, query)
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => Number(OF_ALL.includes(b.role)) - Number(OF_ALL.includes(a.role)))
    .map(({ name }) => name);

/** The columns that are offered for an index: those of the fields, and dates that no field says. */
export function indexColumns(values: CollectionValues): string[] {
  const dates = systemFields(values.type, '').filter(({ role }) => role === 'created' || role === 'updated');
  return indexPresets(
    values,
    dates.map(({ name }) => name),
  );
}

/** Completions for `prefix` in a rule, including unsaved fields, and the types of their values. */
export function rulePaths(editor: CollectionEditor, prefix: string): TypedNames {
  const scope = edited(editor);
  return { names: ruleCompletions(prefix, scope), typeOf: (path) => rulePathType(path, scope) };
}

/** What rules may read of a request, for people. */
export const requestFields = (): readonly string[] =>
  ['headers', 'query', dialect().body, 'auth'].map((part) => `@request.${part}.*`);

/** Completions for `prefix` in the query of a view. */
export function queryCompletions(editor: CollectionEditor, prefix: string): string[] {
  return sqlCompletions(prefix, editor.$values.get().query, $collectionList.get());
}

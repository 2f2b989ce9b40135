import { recordCount } from '#domain/app/count-text.ts';
import { type Collection, parseCollection, type SchemaField } from '#domain/collections/collection.ts';
import { choiceFilter, fieldChanges } from '#domain/collections/editor/field-changes.ts';
import { collectionOptionChange } from '#domain/collections/editor/part-texts.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { byId, deletedOf, type ImportMode, importedAs } from './effective.ts';
import { narrowed } from './narrowed.ts';
import { indexesOf, indexKey, indexName, isView, type RawCollection } from './raw.ts';

/*
 * What PocketBase 0.22 does with stored data when it imports. tests/stores/settings/import-losses.test.ts shows it.
 *
 * - It compares collections and fields by id only. A field of the same name with another id, or without one, is another
 *   field: the values of the old one are deleted, or the import is refused if missing fields are kept.
 * - A collection is deleted with its records and their files. The files of a removed field stay in the storage.
 * - A field with several values that becomes single keeps the last one. The files of the others stay in the storage,
 *   but no record names them any more.
 * - It drops the indexes that a collection of the import lacks, also where missing fields are kept.
 * - Values that the new options forbid stay. Their records can't be saved until the values are changed.
 * - It refuses another type of a field or a collection, another target of a relation, and to delete such a target.
 *
 * docs/settings.md has the whole list.
 */

/** Stored data that an import deletes, or that no longer fits after it. */
export interface Loss {
  readonly kind:
    | 'collection-deleted'
    | 'field-removed'
    | 'to-single'
    | 'no-longer-unique'
    | 'index-removed'
    | 'misfit';
  readonly collectionId: string;
  /** The name of the collection before the import. */
  readonly collection: string;
  /** What the import does. */
  readonly text: string;
  /** The id of the field; undefined for the collection itself. */
  readonly fieldId?: string;
  /** What is affected: 'posts.title', 'posts.*' or the index 'posts.idx_title'. */
  readonly path: string;
  /** The filter that finds the affected records, empty for all; undefined if they can't be counted. */
  readonly filter: string | undefined;
}

/** Whether the values stay stored. */
export const staysStored = ({ kind }: Loss): boolean => kind === 'misfit';

/** The filter that finds the records with a value. The backend stores 0 and false for no value. */
function hasValueFilter(field: SchemaField): string {
  if (isMultiple(field)) return `${field.name}:length > 0`;
  if (field.type === 'bool') return `${field.name} = true`;
  if (field.type === 'number') return `${field.name} != 0`;
  return `${field.type === 'json' ? `${field.name} != null && ` : ''}${field.name} != ""`;
}

/** A loss of a field, or of a collection. */
type Part = Pick<Loss, 'kind' | 'text' | 'filter'>;
type Lost = Omit<Loss, 'collectionId' | 'collection'>;

/** What a field loses that stays. Nothing if its type changes: the backend refuses that. */
function changedField(before: SchemaField, after: SchemaField): Part[] {
  const options = [before.options, after.options] as const;
  const changes = fieldChanges(before, after);
  // No filter finds the records whose last value does not fit.
  const isCountable = !changes.some(({ kind }) => kind === 'to-single');
  return changes.flatMap(({ kind, text, choice, option }): Part[] => {
    if (kind === 'to-single') return [{ kind, text, filter: `${before.name}:length > 1` }];
    const misfit = choice
      ? { filter: choiceFilter(choice) }
      : option !== undefined && narrowed(before.type, option, options, before.name);
    return misfit ? [{ kind: 'misfit', text, filter: isCountable ? misfit.filter : undefined }] : [];
  });
}

function removedField(field: SchemaField, isReplaced: boolean): Part {
  const text = isReplaced
    ? `Replaced field ${field.name} with a new one of another id`
    : `Removed field ${field.name}`;
  return { kind: 'field-removed', text, filter: hasValueFilter(field) };
}

function lostInFields(old: Collection, fresh: Collection): Lost[] {
  const after = new Map(fresh.schema.map((field) => [field.id, field]));
  const names = new Set(fresh.schema.map(({ name }) => name));
  return old.schema.flatMap((field) => {
    const { id, name } = field;
    const kept = after.get(id);
    const parts = kept ? changedField(field, kept) : [removedField(field, names.has(name))];
    return parts.map((part) => ({ ...part, fieldId: id, path: `${old.name}.${name}` }));
  });
}

function lostInOptions(old: Collection, fresh: Collection): Lost[] {
  if (old.type !== 'auth') return [];
  const options = [old.options, fresh.options] as const;
  return ['onlyEmailDomains', 'exceptEmailDomains'].flatMap((name) => {
    const misfit = narrowed('auth', name, options, 'email');
    if (!misfit) return [];
    const text = collectionOptionChange(name, options[0][name], options[1][name]);
    return [{ kind: 'misfit', text, filter: misfit.filter, path: `${old.name}.email` }] as const;
  });
}

const isUnique = (sql: string): boolean => /^\s*create\s+unique\s/i.test(sql);

/** The indexes that go, and those that no longer keep values unique. */
function lostIndexes(old: RawCollection, after: RawCollection): Lost[] {
  const kept = new Map(indexesOf(after).map((sql) => [indexKey(sql), sql]));
  return indexesOf(old).flatMap((sql) => {
    const [name, now] = [indexName(sql), kept.get(indexKey(sql))];
    if (now !== undefined && (isUnique(now) || !isUnique(sql))) return [];
    const text = now === undefined ? `Removed index ${name}` : `Index ${name} is no longer unique`;
    const path = `${old.name}.${name}${now === undefined ? '' : ' (no longer unique)'}`;
    return [
      { kind: isUnique(sql) ? 'no-longer-unique' : 'index-removed', text, filter: undefined, path },
    ] as const;
  });
}

function deletedCollection(old: RawCollection): Lost {
  const text = isView(old) ? 'Deleted view' : 'Deleted collection';
  // A view has no data of its own.
  return { kind: 'collection-deleted', text, filter: isView(old) ? undefined : '', path: `${old.name}.*` };
}

/** What an import deletes or makes unfit, in the order of the existing collections and their fields. */
export function lossesOf(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): readonly Loss[] {
  const fresh = byId(imported);
  const deleted = new Set(deletedOf(existing, imported, mode));
  return existing.flatMap((old) => {
    const collection = fresh.get(old.id);
    const lost = () => {
      if (!collection) return deleted.has(old) ? [deletedCollection(old)] : [];
      if (isView(old)) return [];
      const after = importedAs(old, collection, mode);
      const parts = [parseCollection(old), parseCollection(after)] as const;
      return [...lostInFields(...parts), ...lostInOptions(...parts), ...lostIndexes(old, after)];
    };
    return lost().map((part) => ({ collectionId: old.id, collection: old.name, ...part }));
  });
}

/** What a loss means for the records. `count` is their number, if known. */
export function lossNote({ kind, filter }: Loss, count: number | undefined): string {
  const isKnown = count !== undefined;
  const records = isKnown ? recordCount(count) : '';
  const isOne = count === 1;
  switch (kind) {
    case 'collection-deleted':
      if (filter === undefined) return 'a view has no records of its own';
      if (!isKnown) return 'its records are deleted';
      return count === 0 ? 'it has no records' : `${records} ${isOne ? 'is' : 'are'} deleted`;
    case 'field-removed':
      if (!isKnown) return 'its values are deleted';
      return count === 0 ? 'no record has a value' : `${records} ${isOne ? 'loses its' : 'lose their'} value`;
    case 'to-single':
      if (!isKnown) return 'records with several values lose all but the last';
      if (count === 0) return 'no record has several values';
      return `${records} ${isOne ? 'loses its' : 'lose their'} other values`;
    case 'no-longer-unique':
      return 'its values may repeat from then on';
    case 'index-removed':
      return 'no value is lost';
    case 'misfit':
      if (!isKnown) return "records whose value doesn't fit keep it, but can't be saved until it is changed";
      if (count === 0) return 'all values fit';
      return `${records} ${isOne ? 'keeps a value that no longer fits' : 'keep values that no longer fit'}, and can't be saved until ${isOne ? 'it is' : 'they are'} changed`;
  }
}

/** The numbers of affected records; undefined for losses that were not counted. */
export type LossCounts = ReadonlyMap<Loss, number | undefined>;

/** The parts of the question about losses, in its order. */
const QUESTIONS: readonly (readonly [title: string, ...kinds: Loss['kind'][]])[] = [
  [
    'Do you really want to delete the following collection fields and their related records data:',
    'collection-deleted',
    'field-removed',
  ],
  ['Do you really want to keep only the last value of each record in the following fields:', 'to-single'],
  ['Do you really want to delete the following indexes:', 'no-longer-unique', 'index-removed'],
];
const DATA_TITLE = 'Records with this data:';

const lineOf = ({ path, fieldId: id }: Loss): string =>
  id === undefined ? `- ${path}` : `- ${path} (${id})`;

/**
 * The question before an import that deletes data or indexes, with the known numbers of records; undefined if all
 * stays.
 */
export function lossQuestion(losses: readonly Loss[], counts: LossCounts): string | undefined {
  const blocks: (readonly [title: string, lines: readonly string[]])[] = QUESTIONS.map(
    ([title, ...kinds]) => [title, losses.filter(({ kind }) => kinds.includes(kind)).map(lineOf)],
  );
  const data = losses.flatMap((loss) => {
    const count = staysStored(loss) ? 0 : counts.get(loss);
    return count ? [`- ${loss.path}: ${recordCount(count)}`] : [];
  });
  const asked = [...blocks, [DATA_TITLE, data] as const].filter(([, lines]) => lines.length);
  return asked.map(([title, lines]) => [title, ...lines].join('\n')).join('\n\n') || undefined;
}

import { recordCount } from '#domain/app/count-text.ts';
import { type Collection, parseCollection, type SchemaField } from '#domain/collections/collection.ts';
import { choiceFilter, fieldChanges } from '#domain/collections/editor/field-changes.ts';
import { collectionOptionChange } from '#domain/collections/editor/part-texts.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { byId, deletedOf, type ImportMode, importedAs } from './effective.ts';
import { narrowed } from './narrowed.ts';
import { isView, type RawCollection } from './raw.ts';

/*
 * What PocketBase 0.22 does with stored data when it imports. tests/stores/settings/import-losses.test.ts shows it.
 *
 * - It compares collections and fields by id only. A field of the same name with another id, or without one, is another
 *   field: the values of the old one are deleted, or the import is refused if missing fields are kept.
 * - A collection is deleted with its records and their files. The files of a removed field stay in the storage.
 * - A field with several values that becomes single keeps the last one. The files of the others stay in the storage,
 *   but no record names them any more.
 * - Values that the new options forbid stay. Their records can't be saved until the values are changed.
 * - It refuses another type of a field or a collection, another target of a relation, and to delete such a target.
 *
 * docs/settings.md has the whole list.
 */

/** Stored data that an import deletes, or that no longer fits after it. */
export interface Loss {
  readonly kind: 'collection-deleted' | 'field-removed' | 'to-single' | 'misfit';
  readonly collectionId: string;
  /** The name of the collection before the import. */
  readonly collection: string;
  /** What the import does. */
  readonly text: string;
  /** The id of the field; undefined for the collection itself. */
  readonly fieldId?: string;
  /** What is affected: 'posts.title', or 'posts.*'. */
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
  const after = byId(imported);
  const deleted = new Set(deletedOf(existing, imported, mode));
  return existing.flatMap((old) => {
    const collection = after.get(old.id);
    const lost = () => {
      if (!collection) return deleted.has(old) ? [deletedCollection(old)] : [];
      if (isView(old)) return [];
      const before = parseCollection(old);
      const fresh = parseCollection(importedAs(old, collection, mode));
      return [...lostInFields(before, fresh), ...lostInOptions(before, fresh)];
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
    case 'misfit':
      if (!isKnown) return "records whose value doesn't fit keep it, but can't be saved until it is changed";
      if (count === 0) return 'all values fit';
      return `${records} ${isOne ? 'keeps a value that no longer fits' : 'keep values that no longer fit'}, and can't be saved until ${isOne ? 'it is' : 'they are'} changed`;
  }
}

/** The numbers of affected records; undefined for losses that were not counted. */
export type LossCounts = ReadonlyMap<Loss, number | undefined>;

const ASKED_DELETED =
  'Do you really want to delete the following collection fields and their related records data:';
const ASKED_SINGLE = 'Do you really want to keep only the last value of each record in the following fields:';
const DATA_TITLE = 'Records with this data:';

const lineOf = ({ path, fieldId: id }: Loss): string =>
  id === undefined ? `- ${path}` : `- ${path} (${id})`;

/** The question before an import that deletes data, with the known numbers of records; undefined if all data stays. */
export function lossQuestion(losses: readonly Loss[], counts: LossCounts): string | undefined {
  const lost = losses.filter((loss) => !staysStored(loss));
  const block = (title: string, isSingle: boolean) => {
    const lines = lost.filter(({ kind }) => (kind === 'to-single') === isSingle).map(lineOf);
    return lines.length ? [[title, ...lines].join('\n')] : [];
  };
  const data = lost.flatMap((loss) => {
    const count = counts.get(loss);
    return count ? [`- ${loss.path}: ${recordCount(count)}`] : [];
  });
  const blocks = [...block(ASKED_DELETED, false), ...block(ASKED_SINGLE, true)];
  if (data.length) blocks.push([DATA_TITLE, ...data].join('\n'));
  return lost.length ? blocks.join('\n\n') : undefined;
}

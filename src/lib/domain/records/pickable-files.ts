import type { Collection } from '#domain/backend/collection.ts';
import type { ListLimits } from '#domain/backend/dialect.ts';
import type { Field, FieldOf } from '#domain/backend/field.ts';
import { DEFAULT_THUMB, fileKind, isProtected } from '#domain/field-types/file-type.ts';
import { filterFits } from '#domain/model/filter/fit.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { type RecordData, filesIn as recordFiles } from './record.ts';
import { sentFilter } from './search-filter.ts';

/** File fields whose files are public to anyone with their URL. */
export const unprotectedFileFields = (collection: Collection): Field[] =>
  collection.fields.filter((field) => field.type === 'file' && !isProtected(field));

/** No views, and only those with public files. */
export const collectionsWithFiles = (collections: readonly Collection[]): Collection[] =>
  collections.filter(({ type }) => type !== 'view').filter((one) => unprotectedFileFields(one).length > 0);

/** The filter for records that have a file and match the search. */
export function fileFilter(collection: Collection, search: string, limits: ListLimits): string {
  const own = sentFilter(collection, search, limits);
  const names = unprotectedFileFields(collection).map(({ name }) => name);
  const all = joinFilters([own, `(${names.map((name) => `${name}:length>0`).join('||')})`]);
  // Records without a file show nothing to pick.
  return names.every(isFilterable) && filterFits(all, limits) ? all : own;
}

export interface PickableFile {
  readonly record: RecordData;
  readonly name: string;
  /** Available thumb sizes: 100x100 and those of the field. */
  readonly sizes: readonly string[];
}

const sizesOf = ({ thumbs }: FieldOf<'file'>): string[] => [...new Set([DEFAULT_THUMB, ...thumbs])];

/** The files of these records that can be picked, optionally only images. */
export function filesIn(
  collection: Collection,
  records: readonly RecordData[],
  onlyImages: boolean,
): PickableFile[] {
  const fields = unprotectedFileFields(collection);
  return records.flatMap((record) =>
    recordFiles(record, fields)
      .filter(({ name }) => !onlyImages || fileKind(name) === 'image')
      .map(({ field, name }) => ({ record, name, sizes: fileKind(name) === 'image' ? sizesOf(field) : [] })),
  );
}

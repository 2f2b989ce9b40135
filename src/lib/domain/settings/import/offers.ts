import type { JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { byId, type ImportMode } from './effective.ts';
import { findIdMismatches, idsLikeNames, isRefusedFieldId, replaceIds, withValidIds } from './ids.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  indexesOf,
  isView,
  type RawCollection,
  type RawField,
  withMember,
} from './raw.ts';
import type { ImportText } from './text.ts';
import { IMPORT_TEXTS } from './words.ts';

/** A change of the text that the page offers. */
export interface Offer {
  /** Why. */
  readonly text: string;
  /** The label of its button. */
  readonly action: string;
  /** Returns the collections of the changed text. */
  readonly change: () => readonly JsonObject[];
}

/** The fields of a file from before 0.14, which has no indexes, that are unique. */
const uniqueFields = (collection: RawCollection): readonly RawField[] =>
  (ownOf<unknown>(collection, 'indexes') ?? undefined) === undefined && !isView(collection)
    ? fieldsOf(collection).filter(({ unique, type }) => unique === true && type !== 'file')
    : [];

/** The only column of a unique index. */
const UNIQUE_COLUMN = /^\s*create\s+unique\s+index\s[^(]*\(\s*[`"'[]?(\w+)[`"'\]]?\s*\)\s*;?\s*$/i;

/** The statement of an existing collection that keeps the values of a field unique. */
const storedIndex = (old: RawCollection | undefined, field: RawField): string | undefined =>
  old && indexesOf(old).find((sql) => UNIQUE_COLUMN.exec(sql)?.[1] === fieldName(field));

/** The index that the backend's upgrade to 0.14 made of a unique field. */
const newIndex = (collection: RawCollection, field: RawField): string =>
  `CREATE UNIQUE INDEX \`idx_unique_${fieldId(field) || fieldName(field)}\` ON \`${collection.name}\` (\`${fieldName(field)}\`)`;

/** The offer of a change if it is about something: the names of collections and fields. */
const offer = (names: readonly string[], about: string, rest: Omit<Offer, 'text'>): readonly Offer[] =>
  names.length ? [{ text: `${about} ${names.join(', ')}.`, ...rest }] : [];

function uniqueOffer(
  existing: readonly RawCollection[],
  written: readonly RawCollection[],
  { deleteMissing }: ImportMode,
): readonly Offer[] {
  const before = byId(existing);
  const names = written.flatMap((collection) =>
    uniqueFields(collection)
      .filter((field) => deleteMissing || !storedIndex(before.get(collection.id), field))
      .map((field) => `${collection.name}.${fieldName(field)}`),
  );
  const change = () =>
    written.map((collection) => {
      const indexes = uniqueFields(collection).map(
        (field) => storedIndex(before.get(collection.id), field) ?? newIndex(collection, field),
      );
      return indexes.length ? withMember(collection, 'indexes', indexes) : collection;
    });
  return offer(names, IMPORT_TEXTS.unique, { action: IMPORT_TEXTS.addUnique, change });
}

function idOffer(existing: readonly RawCollection[], written: readonly JsonObject[]): readonly Offer[] {
  const refused = idsLikeNames(written);
  const names = written.flatMap((one) => [
    ...(fieldId(one) === '' || refused.has(fieldId(one)) ? [fieldName(one)] : []),
    ...fieldsOf(one)
      .filter((field) => isRefusedFieldId(fieldId(field)))
      .map((field) => `${fieldName(one)}.${fieldName(field)}`),
  ]);
  const change = () => withValidIds(existing, written);
  return offer(names, IMPORT_TEXTS.noIds, { action: IMPORT_TEXTS.addIds, change });
}

/** The changes of a text that help it to be imported as it is meant. */
export function offersOf(
  existing: readonly RawCollection[],
  { collections = [], unidentified }: ImportText,
  mode: ImportMode,
): readonly Offer[] {
  const ids = idOffer(existing, unidentified ?? collections);
  const change = () => replaceIds(existing, collections);
  const mismatches = findIdMismatches(existing, collections).length
    ? [{ text: IMPORT_TEXTS.mismatches, action: IMPORT_TEXTS.replaceIds, change }]
    : [];
  // The ids of the existing ones come first: mismatches are known only with valid ids.
  return [...(ids.length ? ids : mismatches), ...uniqueOffer(existing, collections, mode)];
}

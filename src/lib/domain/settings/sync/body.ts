import { deletesCollections, type ImportMode, omittedOf } from './effective.ts';
import { fieldId, fieldName, fieldsOf, isView, type RawCollection } from './raw.ts';

/** The body of the request that imports (IM-15). */
export interface ImportBody {
  readonly collections: readonly RawCollection[];
  readonly deleteMissing: boolean;
}

/**
 * The body of the request. To delete missing fields but keep omitted collections, which the backend can't do, these
 * are sent as they are (IM-16, OP-04).
 */
export function importBody(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): ImportBody {
  const { merge, deleteMissing } = mode;
  const kept = merge && deleteMissing ? omittedOf(existing, imported) : [];
  return { collections: [...imported, ...kept], deleteMissing };
}

/**
 * What an import deletes with its data, a line each: '- posts.title (f1f1f1f1)' or '- posts.*' (IM-14). Fields of a
 * view have no data of their own.
 */
export function lossesOf(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): readonly string[] {
  if (!mode.deleteMissing) return [];
  const after = new Map(imported.map((collection) => [collection.id, collection]));
  return existing.flatMap((old) => {
    const collection = after.get(old.id);
    if (!collection) return deletesCollections(mode) ? [`- ${old.name}.*`] : [];
    if (isView(old)) return [];
    const ids = new Set(fieldsOf(collection).map(fieldId));
    return fieldsOf(old)
      .filter((field) => !ids.has(fieldId(field)))
      .map((field) => `- ${old.name}.${fieldName(field)} (${fieldId(field)})`);
  });
}

/** The question before an import that deletes (IM-14). */
export const lossQuestion = (losses: readonly string[]): string =>
  [
    'Do you really want to delete the following collection fields and their related records data:',
    ...losses,
  ].join('\n');

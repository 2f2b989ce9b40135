import { text } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import { fieldTypes } from '#domain/field-types/field-type.ts';
import { byId, deletedOf, type ImportMode, importedAs } from './effective.ts';
import { idsLikeNames, isRefusedFieldId } from './ids.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  isView,
  type RawCollection,
  type RawField,
  targetIdOf,
} from './raw.ts';

const TYPES: ReadonlySet<string> = new Set(fieldTypes);

function typeProblem(field: RawField): string[] {
  const type = text(ownOf(field, 'type'));
  if (TYPES.has(type)) return [];
  return [type ? `has the type “${type}”, which PocketBase 0.22 doesn’t have.` : 'has no type.'];
}

/** Why the backend would refuse an import, by collection and field, before anything is sent. */
export function importProblems(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): readonly string[] {
  const stored = byId(existing);
  const deleted = new Set(deletedOf(existing, imported, mode));
  const isImported = byId(imported);
  const kept = existing.filter((one) => !deleted.has(one) && !isImported.has(one.id));
  const after = [
    ...imported.map((one) => {
      const old = stored.get(one.id);
      return old ? importedAs(old, one, mode) : one;
    }),
    ...kept,
  ];
  const present = byId(after);
  const refused = idsLikeNames(after);
  const relationProblem = (field: RawField): string[] => {
    if (field['type'] !== 'relation') return [];
    const id = targetIdOf(field);
    if (present.has(id)) return [];
    const old = stored.get(id);
    if (old) return [`is a relation to ${old.name}, which the import would delete.`];
    return [
      id
        ? `is a relation to “${id}”, a collection that is neither in this configuration nor in the backend.`
        : 'is a relation without a collection (collectionId).',
    ];
  };
  return after.flatMap((one) => {
    const ofId = refused.has(one.id)
      ? [`${one.name}: its id “${one.id}” is the name of a collection, too.`]
      : [];
    if (isView(one)) return ofId;
    const ofFields = fieldsOf(one).flatMap((field) => {
      const id = fieldId(field);
      const ofFieldId = isRefusedFieldId(id) ? [`has the id “${id}”: at least 5 characters are needed.`] : [];
      return [...typeProblem(field), ...relationProblem(field), ...ofFieldId].map(
        (problem) => `${one.name}.${fieldName(field)} ${problem}`,
      );
    });
    return [...ofId, ...ofFields];
  });
}

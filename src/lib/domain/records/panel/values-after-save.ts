import { ownOf } from '#domain/app/own.ts';
import { applyFiles, type FileValue } from '#domain/field-types/file-value.ts';
import { type FormValue, type FormValues, filesOf, isFileValue } from '#domain/field-types/form-value.ts';
import { valueKind } from '#domain/field-types/value-kinds.ts';
import type { FormField } from './fields.ts';
import { isSameValue } from './values.ts';

/** Files that were added or removed while others were being sent: what has arrived is not new any more. */
function filesAfter(sent: FileValue, typed: FileValue, stored: FileValue): FileValue {
  const arrived = stored.names.filter((name) => !sent.names.includes(name));
  const isPaired = arrived.length === sent.added.length;
  // Taken out while it was on its way: it goes with the next save.
  const unwanted = arrived.filter((_, index) => {
    const file = sent.added[index];
    return isPaired && file !== undefined && !typed.added.includes(file);
  });
  const deleted = typed.deleted.filter((name) => stored.names.includes(name));
  return {
    ...applyFiles(typed, stored, [...deleted, ...unwanted]),
    added: typed.added.filter((file) => !sent.added.includes(file)),
  };
}

function valueAfter(field: FormField, sent: FormValue, typed: FormValue, stored: FormValue): FormValue {
  if (isFileValue(typed)) {
    return typed === sent ? stored : filesAfter(filesOf(sent), typed, filesOf(stored));
  }
  if (typed !== sent) return typed;
  // The same, written otherwise: the text under the caret stays as it was typed.
  return valueKind(field.kind).isRewritten && isSameValue(field, typed, stored) ? typed : stored;
}

/**
 * What a form shows after a save: the stored values, except where something was typed since they were sent.
 * `fields` are those of the stored record. What was sent in vain, in the fields named by `refused`, stays typed.
 */
export function valuesAfterSave(
  fields: readonly FormField[],
  sent: FormValues,
  typed: FormValues,
  stored: FormValues,
  refused: ReadonlySet<string> = new Set(),
): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name } = field;
      const [was, now, is] = [sent, typed, stored].map((values) => ownOf(values, name));
      if (is === undefined) return [];
      if (now !== undefined && refused.has(name)) return [[name, now]];
      return [[name, was === undefined || now === undefined ? is : valueAfter(field, was, now, is)]];
    }),
  );
}

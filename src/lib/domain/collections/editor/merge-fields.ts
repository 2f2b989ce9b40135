import type { Versions } from '#domain/app/versions.ts';
import { foldName } from '../fold-name.ts';
import { fieldChanges } from './field-changes.ts';
import type { PartMerger } from './part-merger.ts';
import { fieldOptionTitle, optionText } from './part-texts.ts';
import { isSameField, isSameFieldOption } from './same-part.ts';
import { isSameStructure } from './same-structure.ts';
import type { CollectionValues, FieldValues } from './values.ts';

/** Mine if I changed it, else theirs: for what can't be in conflict, such as a switch that both turned. */
const pick = <T>(base: T, mine: T, theirs: T): T => (isSameStructure(base, mine) ? theirs : mine);

function mergeFieldOptions(merger: PartMerger, base: FieldValues, mine: FieldValues, theirs: FieldValues) {
  const { type, key, name: fieldName } = theirs;
  const merged: Record<string, unknown> = { ...theirs.options };
  for (const [name, value] of Object.entries(mine.options)) {
    const part = {
      id: `field ${key} options.${name}`,
      label: fieldOptionTitle(type, name, fieldName),
      format: optionText,
      isSame: (a: unknown, b: unknown) => isSameFieldOption(type, a, b),
    };
    const picked = merger.pick(part, base.options[name], value, theirs.options[name]);
    // Of two equal values mine is kept: an emptied input is sent as it was edited, not as another blank.
    merged[name] = isSameFieldOption(type, picked, value) ? value : picked;
  }
  return merged;
}

/** The changes of others to a field that I remove, as text. */
const changeText = (base: FieldValues, theirs: FieldValues): string =>
  fieldChanges(base, theirs)
    .map(({ text }) => text)
    .join('; ');

function mergeField(
  merger: PartMerger,
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
): FieldValues {
  const { key } = theirs;
  const isRemovedHere = mine.toDelete && !base.toDelete && !theirs.toDelete;
  if (isRemovedHere && !isSameField(base, theirs)) {
    const texts = { mine: 'removed', theirs: `kept (${changeText(base, theirs)})` };
    const side = merger.decide({ id: `field ${key}`, label: `Field ${theirs.name}`, ...texts });
    return side === 'theirs' ? theirs : { ...theirs, name: theirs.originalName, toDelete: true };
  }
  const type = theirs.id === '' ? pick(base.type, mine.type, theirs.type) : theirs.type;
  const ofType = (field: FieldValues) => (field.type === type ? field : { ...field, type, options: {} });
  const toDelete = pick(base.toDelete, mine.toDelete, theirs.toDelete);
  const name = merger.pick(
    { id: `field ${key} name`, label: `Name of field ${base.name}`, format: String },
    base.name,
    mine.name,
    theirs.name,
  );
  return {
    ...theirs,
    type,
    // A removed field is shown under its saved name.
    name: toDelete ? theirs.originalName : name,
    required: pick(base.required, mine.required, theirs.required),
    presentable: pick(base.presentable, mine.presentable, theirs.presentable),
    nullable: pick(base.nullable, mine.nullable, theirs.nullable),
    toDelete,
    options: mergeFieldOptions(merger, ofType(base), ofType(mine), ofType(theirs)),
  };
}

/** The merged fields by their keys, and the merged keys by my keys. */
export function mergeFields(merger: PartMerger, { base, mine, theirs }: Versions<CollectionValues>) {
  const before = new Map(base.fields.map((field) => [field.key, field]));
  const stored = new Map(theirs.fields.map((field) => [field.key, field]));
  const own = new Map(mine.fields.map((field) => [field.key, field]));
  const fields = new Map<string, FieldValues>();
  const keys = new Map<string, string>();
  let nextKey = Math.max(mine.nextKey, theirs.nextKey);

  for (const field of theirs.fields) {
    const { key } = field;
    const [was, now] = [before.get(key), own.get(key)];
    if (was && now) fields.set(key, mergeField(merger, was, now, field));
    else if (!was) fields.set(key, field);
    // A new field that I removed while it was being saved.
    else if (field.id !== '') fields.set(key, { ...field, name: field.originalName, toDelete: true });
  }
  const added = new Map(
    theirs.fields
      .filter(({ key, id }) => id !== '' && !before.has(key) && !own.has(key))
      .map((field) => [foldName(field.name), field]),
  );
  for (const field of mine.fields) {
    const was = before.get(field.key);
    if (was && stored.has(field.key)) continue;
    const duplicate = field.id === '' ? added.get(foldName(field.name)) : undefined;
    // Both sides added the same field, for example because the response to a save was lost.
    if (duplicate && isSameField(duplicate, field)) {
      keys.set(field.key, duplicate.key);
      continue;
    }
    const other = was ? undefined : stored.get(field.key);
    // The same new field is in both drafts.
    if (other?.id === '' && isSameField(other, field)) continue;
    if (was && !isRecreated(merger, was, field)) continue;
    const isTaken = stored.has(field.key) || field.id !== '';
    const key = isTaken ? `new-${nextKey}` : field.key;
    if (isTaken) nextKey += 1;
    keys.set(field.key, key);
    fields.set(key, { ...field, key, id: '', originalName: '', system: false, toDelete: false });
  }
  return { fields, keyOf: (key: string) => keys.get(key) ?? key, nextKey };
}

/** Whether a field that others removed is created again: only if I changed it. */
function isRecreated(merger: PartMerger, was: FieldValues, field: FieldValues): boolean {
  if (field.toDelete || (was.toDelete === field.toDelete && isSameField(was, field))) return false;
  const texts = { mine: 'created again, without its data', theirs: 'removed' };
  return merger.decide({ id: `field ${field.key}`, label: `Field ${was.name}`, ...texts }) === 'mine';
}

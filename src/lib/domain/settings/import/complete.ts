import { isObject, type JsonObject } from '#domain/app/is-object.ts';
import { members } from '#domain/app/lenient.ts';
import { ownOf } from '#domain/app/own.ts';
import { fieldTypes } from '#domain/field-types/field-type.ts';
import { defaultOptions, optionLabel } from '#domain/field-types/options.ts';
import { byId, type ImportMode } from './effective.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  indexesOf,
  indexKey,
  isView,
  optionsOf,
  type RawCollection,
  type RawField,
  withMember,
} from './raw.ts';

/** Options without which the backend refuses a field of a type. */
const NEEDED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['select', ['values', 'maxSelect']],
  ['file', ['maxSelect', 'maxSize']],
  ['json', ['maxSize']],
  ['relation', ['collectionId']],
]);
/** Members that the backend refuses to change. */
const FIXED = ['type', 'system', 'query'];

/** What the backend stores for a member that a collection, a field or its options lack; `stored` is there now. */
function defaultOf(name: string, stored: unknown): unknown {
  if (typeof stored === 'boolean') return false;
  if (typeof stored === 'number') return name === 'minPasswordLength' ? 0 : null;
  if (typeof stored === 'string') return name.endsWith('Rule') ? null : '';
  if (!Array.isArray(stored) || !stored.length) return stored;
  return name === 'indexes' ? [] : null;
}

/** An object with the members of the stored one that it lacks: what the backend makes of them, or `keeps` what is stored. */
function filled<T extends JsonObject>(
  stored: JsonObject,
  fresh: T,
  keeps: boolean,
  fixed: readonly string[],
): T {
  const missing = Object.entries(stored).flatMap(([name, old]) => {
    const value = ownOf<unknown>(fresh, name);
    if (name === 'schema') return [];
    if (name === 'options' && isObject(old)) {
      const needed = NEEDED.get(stored['type']) ?? FIXED;
      return [[name, filled(old, members(value), keeps, needed)] as const];
    }
    if (value !== undefined && value !== null) return [];
    const stays = fixed.includes(name) || (keeps && value === undefined);
    return [[name, stays ? old : defaultOf(name, old)] as const];
  });
  return { ...fresh, ...Object.fromEntries(missing) };
}

/** Needed options that a field lacks and that are numbers: as the backend's upgrades, or its dashboard, give them. */
function givenOptions(field: RawField): readonly (readonly [name: string, value: number, label: string])[] {
  const type = fieldTypes.find((each) => each === ownOf<unknown>(field, 'type'));
  return (NEEDED.get(type) ?? []).flatMap((name) => {
    const value = type && defaultOptions(type)[name];
    const isGiven = type && typeof value === 'number' && (optionsOf(field)[name] ?? undefined) === undefined;
    return isGiven ? [[name, value, optionLabel(type, name)] as const] : [];
  });
}

/** The indexes when none is deleted: the existing ones at their place, as the text has them, then new ones. */
function allIndexes(old: RawCollection, imported: RawCollection): readonly string[] {
  const fresh = new Map(indexesOf(imported).map((sql) => [indexKey(sql), sql]));
  const known = new Set(indexesOf(old).map(indexKey));
  return [
    ...indexesOf(old).map((sql) => fresh.get(indexKey(sql)) ?? sql),
    ...indexesOf(imported).filter((sql) => !known.has(indexKey(sql))),
  ];
}

/**
 * The collections of a text as they are sent, and in words the options that new fields are given. A member that the text
 * lacks is the backend's default; a needed option has its stored value, or that of a new field. Without deleting, all that
 * is stored and not in the text stays, also indexes: the backend keeps omitted fields only.
 */
export function completed(
  existing: readonly RawCollection[],
  written: readonly RawCollection[],
  { deleteMissing }: ImportMode,
) {
  const before = byId(existing);
  const given: string[] = [];
  const complete = (collection: RawCollection): RawCollection => {
    const old = before.get(collection.id);
    // The backend makes the ids of the fields of a view anew.
    const keyOf = isView(old ?? collection) ? fieldName : fieldId;
    const stored = new Map((old ? fieldsOf(old) : []).map((field) => [keyOf(field), field]));
    const completeField = (field: unknown) => {
      if (!isObject(field)) return field;
      const own = stored.get(keyOf(field));
      if (own) return filled(own, field, !deleteMissing, FIXED);
      const options = isView(collection) ? [] : givenOptions(field);
      for (const [, value, label] of options)
        given.push(`${collection.name}.${fieldName(field)}: ${label} ${value}`);
      return options.length
        ? withMember(field, 'options', { ...optionsOf(field), ...Object.fromEntries(options) })
        : field;
    };
    const schema = ownOf<unknown>(collection, 'schema');
    const own = old ? filled(old, collection, !deleteMissing, FIXED) : collection;
    const whole = Array.isArray(schema) ? withMember(own, 'schema', schema.map(completeField)) : own;
    const keeps = old && !deleteMissing && indexesOf(old).length > 0;
    return keeps ? withMember(whole, 'indexes', allIndexes(old, whole)) : whole;
  };
  return { imported: written.map(complete), given };
}

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

/** Needed options that a field lacks and the backend's upgrades, or its dashboard, give it, by name. */
function givenOptions(field: RawField): JsonObject {
  const type = fieldTypes.find((each) => each === ownOf<unknown>(field, 'type'));
  const options = optionsOf(field);
  const names = (NEEDED.get(type) ?? []).filter((name) => (options[name] ?? undefined) === undefined);
  const given = names.map((name) => [name, type && defaultOptions(type)[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'number'));
}

/** The stored field of each field: of one of a view the one of its name, because the backend makes its ids anew. */
function storedFields(old: RawCollection | undefined): (field: RawField) => RawField | undefined {
  const keyOf = old && isView(old) ? fieldName : fieldId;
  const fields = new Map((old ? fieldsOf(old) : []).map((field) => [keyOf(field), field]));
  return (field) => fields.get(keyOf(field));
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

function completeOne(old: RawCollection | undefined, written: RawCollection, keeps: boolean): RawCollection {
  const own = old ? filled(old, written, keeps, FIXED) : written;
  const storedOf = storedFields(old);
  const complete = (field: unknown) => {
    if (!isObject(field)) return field;
    const stored = storedOf(field);
    if (stored) return filled(stored, field, keeps, FIXED);
    const given = givenOptions(field);
    return Object.keys(given).length
      ? withMember(field, 'options', { ...optionsOf(field), ...given })
      : field;
  };
  const schema = ownOf<unknown>(written, 'schema');
  const whole = Array.isArray(schema) ? withMember(own, 'schema', schema.map(complete)) : own;
  return old && keeps && indexesOf(old).length ? withMember(whole, 'indexes', allIndexes(old, whole)) : whole;
}

/**
 * The collections of a text as they are sent. A member that the text lacks is the backend's default; a needed option has
 * its stored value, or that of a new field. Without deleting, all that is stored and not in the text stays, also indexes:
 * the backend keeps omitted fields only.
 */
export function completed(
  existing: readonly RawCollection[],
  written: readonly RawCollection[],
  { deleteMissing }: ImportMode,
): readonly RawCollection[] {
  const before = byId(existing);
  return written.map((one) => completeOne(before.get(one.id), one, !deleteMissing));
}

/** The options that {@link completed} gives new fields, in words. */
export function givenTexts(
  existing: readonly RawCollection[],
  written: readonly RawCollection[],
): readonly string[] {
  const before = byId(existing);
  return written.flatMap((collection) => {
    const storedOf = storedFields(before.get(collection.id));
    const fields = isView(collection) ? [] : fieldsOf(collection).filter((field) => !storedOf(field));
    return fields.flatMap((field) =>
      Object.entries(givenOptions(field)).map(([name, value]) => {
        const type = fieldTypes.find((each) => each === ownOf<unknown>(field, 'type')) ?? 'text';
        return `${collection.name}.${fieldName(field)}: ${optionLabel(type, name)} ${value}`;
      }),
    );
  });
}

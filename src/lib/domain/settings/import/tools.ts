import { isObject, type JsonObject, members, ownOf, text } from '#domain/app/lenient.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { shownTypes } from '#domain/field-types/field-type.ts';
import { defaultOptions, optionLabel } from '#domain/field-types/options.ts';
import { idsLikeNames, isRefusedFieldId, replaceIds, withValidIds } from './ids.ts';
import {
  byId,
  type CollectionChange,
  changesOf,
  type ImportMode,
  type Outcome,
  outcomeOf,
  renamedFields,
  withFields,
} from './outcome.ts';
import {
  fieldsOf,
  idOf,
  indexesOf,
  indexKey,
  isView,
  nameOf,
  optionsOf,
  type RawCollection,
  type RawCollections,
  type RawField,
  targetIdOf,
} from './raw.ts';
import type { ImportText } from './text.ts';
import { IMPORT_TEXTS } from './words.ts';

export { readImport, textOf } from './text.ts';

/** By type; the backend refuses a field without them. */
const NEEDED: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['select', ['values', 'maxSelect']],
  ['file', ['maxSelect', 'maxSize']],
  ['json', ['maxSize']],
  ['relation', ['collectionId']],
]);
const FIXED = ['type', 'system', 'query'];

/** Stored for a member that a collection, a field or its options lack; `stored` is there now. */
function defaultOf(name: string, stored: unknown): unknown {
  if (typeof stored === 'boolean') return false;
  if (typeof stored === 'number') return name === 'minPasswordLength' ? 0 : null;
  if (typeof stored === 'string') return name.endsWith('Rule') ? null : '';
  if (!Array.isArray(stored) || !stored.length) return stored;
  return name === 'indexes' ? [] : null;
}

/** Adds members of the stored object: what the backend makes of them, or `keeps` what is stored. */
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

/** Needed numbers that a field lacks: as the backend's upgrades, or its dashboard, give them. */
function givenOptions(field: RawField): readonly (readonly [name: string, value: number, label: string])[] {
  const type = shownTypes.find((each) => each === ownOf<unknown>(field, 'type'));
  return (NEEDED.get(type) ?? []).flatMap((name) => {
    const member = name === 'maxSelect' ? 'max' : name;
    const value = type && defaultOptions(type)[member];
    const isGiven = type && typeof value === 'number' && (optionsOf(field)[name] ?? undefined) === undefined;
    return isGiven ? [[name, value, optionLabel(type, member)] as const] : [];
  });
}

/** If none is deleted: the existing ones at their place, as the text has them, then new ones. */
function allIndexes(old: RawCollection, written: RawCollection, follow: (sql: string) => string) {
  const fresh = new Map(indexesOf(written).map((sql) => [indexKey(sql), sql]));
  const known = new Set(indexesOf(old).map(indexKey));
  return [
    ...indexesOf(old).map((sql) => fresh.get(indexKey(sql)) ?? follow(sql)),
    ...indexesOf(written).filter((sql) => !known.has(indexKey(sql))),
  ];
}

/**
 * The collections as they are sent, and in words the options that new fields are given. What the text lacks is the
 * backend's default; a needed option keeps its stored value. Without deleting, all that is stored stays, also indexes,
 * which follow the new names of table and columns: that needs the tools.
 */
function completed(
  existing: RawCollections,
  written: RawCollections,
  { deleteMissing }: ImportMode,
  tools: IndexTools | undefined,
) {
  const before = byId(existing);
  const given: string[] = [];
  let needsIndexTools = false;
  const completeFields = (collection: RawCollection, old: RawCollection | undefined) => {
    // The backend makes the ids of the fields of a view anew.
    const keyOf = isView(old ?? collection) ? nameOf : idOf;
    const stored = new Map(fieldsOf(old ?? {}).map((field) => [keyOf(field), field]));
    return withFields(collection, (field) => {
      const own = stored.get(keyOf(field));
      if (own) return filled(own, field, !deleteMissing, FIXED);
      const options = isView(collection) ? [] : givenOptions(field);
      for (const [, value, label] of options)
        given.push(`${collection.name}.${nameOf(field)}: ${label} ${value}`);
      return options.length
        ? { ...field, options: { ...optionsOf(field), ...Object.fromEntries(options) } }
        : field;
    });
  };
  const imported = written.map((collection) => {
    const old = before.get(collection.id);
    const whole = completeFields(old ? filled(old, collection, !deleteMissing, FIXED) : collection, old);
    if (!old || deleteMissing || !indexesOf(old).length) return whole;
    const renames = renamedFields(old, collection);
    const indexes = allIndexes(old, collection, (sql) => {
      if (!renames.size && old.name === collection.name) return sql;
      needsIndexTools ||= !tools;
      return tools ? tools.renameTable(tools.renameColumns(sql, renames), collection.name) : sql;
    });
    return { ...whole, indexes };
  });
  return { imported, given, needsIndexTools };
}

const TYPES: ReadonlySet<string> = new Set(shownTypes);

/** In words after the name of the field. */
function* fieldProblems(field: RawField, { existing, after }: Outcome): Generator<string> {
  const [id, type, target] = [idOf(field), text(ownOf(field, 'type')), targetIdOf(field)];
  if (!TYPES.has(type))
    yield type ? `has the type “${type}”, which PocketBase 0.22 doesn’t have.` : 'has no type.';
  if (type === 'relation' && !after.has(target)) {
    const old = existing.find((one) => one.id === target);
    if (old) yield `is a relation to ${old.name}, which the import would delete.`;
    else if (!target) yield 'is a relation without a collection (collectionId).';
    else
      yield `is a relation to “${target}”, a collection that is neither in this configuration nor in the backend.`;
  }
  if (isRefusedFieldId(id)) yield `has the id “${id}”: at least 5 characters are needed.`;
}

/** By collection and field, before anything is sent: why the backend would refuse it. */
function* problemsOf(outcome: Outcome): Generator<string> {
  const collections = [...outcome.after.values()];
  const refused = idsLikeNames(collections);
  for (const one of collections) {
    if (refused.has(one.id)) yield `${one.name}: its id “${one.id}” is the name of a collection, too.`;
    for (const field of isView(one) ? [] : fieldsOf(one))
      for (const problem of fieldProblems(field, outcome)) yield `${one.name}.${nameOf(field)} ${problem}`;
  }
}

export interface Plan extends Outcome {
  readonly changes: readonly CollectionChange[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** It is not known what is sent without the index tools, which are missing. */
  readonly needsIndexTools: boolean;
}

/** Undefined for a text without collections. */
export function planOf(
  existing: RawCollections,
  { collections: written, total }: ImportText,
  mode: ImportMode,
  tools: IndexTools | undefined,
  read: Outcome['read'],
): Plan | undefined {
  if (!written) return undefined;
  const { imported, given, needsIndexTools } = completed(existing, written, mode, tools);
  const outcome = outcomeOf(existing, imported, mode, read);
  return {
    ...outcome,
    changes: changesOf(outcome),
    problems: [...problemsOf(outcome)],
    notes: [
      ...(total === undefined ? [] : [IMPORT_TEXTS.page(written.length, total)]),
      ...(given.length ? [`${IMPORT_TEXTS.given} ${given.join(', ')}.`] : []),
    ],
    needsIndexTools,
  };
}

export interface Offer {
  readonly text: string;
  readonly action: string;
  /** Returns the changed collections. */
  readonly change: () => readonly JsonObject[];
}

/** Of a file from before 0.14, which has no indexes. */
const uniqueFields = (collection: RawCollection): readonly RawField[] =>
  (ownOf<unknown>(collection, 'indexes') ?? undefined) === undefined && !isView(collection)
    ? fieldsOf(collection).filter(({ unique, type }) => unique === true && type !== 'file')
    : [];

/** Of a unique index. */
const UNIQUE_COLUMN = /^\s*create\s+unique\s+index\s[^(]*\(\s*[`"'[]?(\w+)[`"'\]]?\s*\)\s*;?\s*$/i;

/** It keeps the values of a field unique. */
const storedIndex = (old: RawCollection | undefined, field: RawField): string | undefined =>
  old && indexesOf(old).find((sql) => UNIQUE_COLUMN.exec(sql)?.[1] === nameOf(field));

/** As the backend's upgrade to 0.14 made it. */
const newIndex = (collection: RawCollection, field: RawField): string =>
  `CREATE UNIQUE INDEX \`idx_unique_${idOf(field) || nameOf(field)}\` ON \`${collection.name}\` (\`${nameOf(field)}\`)`;

/** `names` are those of collections and fields; without any, there is no offer. */
const offer = (names: readonly string[], about: string, rest: Omit<Offer, 'text'>): readonly Offer[] =>
  names.length ? [{ text: `${about} ${names.join(', ')}.`, ...rest }] : [];

function uniqueOffer(existing: RawCollections, written: RawCollections, { deleteMissing }: ImportMode) {
  const before = byId(existing);
  const names = written.flatMap((collection) =>
    uniqueFields(collection)
      .filter((field) => deleteMissing || !storedIndex(before.get(collection.id), field))
      .map((field) => `${collection.name}.${nameOf(field)}`),
  );
  const change = () =>
    written.map((collection) => {
      const indexes = uniqueFields(collection).map(
        (field) => storedIndex(before.get(collection.id), field) ?? newIndex(collection, field),
      );
      return indexes.length ? { ...collection, indexes } : collection;
    });
  return offer(names, IMPORT_TEXTS.unique, { action: IMPORT_TEXTS.addUnique, change });
}

function idOffer(existing: RawCollections, written: readonly JsonObject[]): readonly Offer[] {
  const refused = idsLikeNames(written);
  const names = written.flatMap((one) => [
    ...(idOf(one) === '' || refused.has(idOf(one)) ? [nameOf(one)] : []),
    ...fieldsOf(one)
      .filter((field) => isRefusedFieldId(idOf(field)))
      .map((field) => `${nameOf(one)}.${nameOf(field)}`),
  ]);
  const change = () => withValidIds(existing, written);
  return offer(names, IMPORT_TEXTS.noIds, { action: IMPORT_TEXTS.addIds, change });
}

/** The changes of a text that help it to be imported as it is meant. */
export function offersOf(
  existing: RawCollections,
  { collections = [], unidentified }: ImportText,
  mode: ImportMode,
): readonly Offer[] {
  const ids = idOffer(existing, unidentified ?? collections);
  const replaced = replaceIds(existing, collections);
  const mismatches = isSameStructure(collections, replaced)
    ? []
    : [{ text: IMPORT_TEXTS.mismatches, action: IMPORT_TEXTS.replaceIds, change: () => replaced }];
  // The ids of the existing ones come first: mismatches are known only with valid ids.
  return [...(ids.length ? ids : mismatches), ...uniqueOffer(existing, collections, mode)];
}

import { members, parseJson } from '#domain/app/lenient.ts';
import type { Capabilities } from '#domain/backend/capabilities.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { ConfigurationFormat, Translate } from '#domain/backend/configuration.ts';
import type { Field } from '#domain/backend/field.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { optionLabel } from '#domain/field-types/options.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { isSameStructure, isTooDeep } from '#domain/model/same-structure.ts';
import { firstEncoding } from '#domain/records/import/read-file.ts';
import { idsLikeNames, isRefusedFieldId, replaceIds, withValidIds } from './ids.ts';
import {
  byId,
  type CollectionChange,
  type Collections,
  changesOf,
  fieldPairs,
  type ImportMode,
  indexKey,
  type Outcome,
  outcomeOf,
  renamedFields,
} from './outcome.ts';
import { IMPORT_TEXTS } from './words.ts';

export interface ImportText {
  /** They may be invalid; undefined when the text has no list. */
  readonly items: readonly unknown[] | undefined;
  /** The items if all have names, but some have no id. */
  readonly unidentified?: Collections;
  /** One for each id and without dates; undefined when the text is no valid configuration. */
  readonly collections?: Collections;
  /** Why there are no collections. */
  readonly problem: string;
  /** It is of another line, and a translator is needed to read it. */
  readonly isForeign?: boolean;
  /** What a translation has said in another way, in sentences. */
  readonly translation?: readonly string[];
  /** Of the collections in the list of which the text is one page; undefined for a whole one. */
  readonly total?: number;
}

const NATIVE = { notes: [], refusals: [] } as const;

/** Of those parts that can't be said, in the message under the text. */
const MAX_REFUSALS = 12;

function refusedText(notes: readonly string[], refusals: readonly string[]): string {
  const more = refusals.length - MAX_REFUSALS;
  const shown = [...refusals.slice(0, MAX_REFUSALS), ...(more > 0 ? [`and ${more} more`] : [])];
  return [...notes.slice(0, 1), IMPORT_TEXTS.untranslatable, `${shown.join('; ')}.`].join(' ');
}

/** JSON with a list of collections, also wrapped as `collections`, or as `items` of a response. */
export function readImport(source: string, format: ConfigurationFormat, translate?: Translate): ImportText {
  const parsed = parseJson(source);
  const { collections: wrapped, items: listed, totalItems } = members(parsed);
  const list: unknown = [parsed, wrapped, listed].find(Array.isArray);
  const invalid = { problem: IMPORT_TEXTS.invalid };
  if (!Array.isArray(list) || !list.length || isTooDeep(list)) return { items: undefined, ...invalid };
  const spelled = list.map(format.spelled);
  const isForeign = spelled.some(format.isForeign);
  if (isForeign && !translate) return { items: list, isForeign, ...invalid };
  const {
    entries: items,
    notes,
    refusals,
  } = (isForeign && translate?.(list)) || { ...NATIVE, entries: spelled };
  if (refusals.length) return { items: list, problem: refusedText(notes, refusals) };
  const translation = isForeign && { isForeign, translation: notes };
  const collections = items.map(format.readUndated);
  if (collections.some(({ id, name }) => !id || !name)) {
    const isNamed = collections.every(({ name }) => name);
    return { items, ...(isNamed && { unidentified: items.map(format.read) }), ...invalid, ...translation };
  }
  const isPage = typeof totalItems === 'number' && totalItems > items.length;
  // The last one of each id, at the place of the first.
  return {
    items,
    collections: [...byId(collections).values()],
    ...invalid,
    ...(isPage && { total: totalItems }),
    ...translation,
  };
}

/** The JSON of collections as it is shown. */
const textOfCollections = (collections: Collections, { write }: ConfigurationFormat): string =>
  JSON.stringify(collections.map(write), null, 4);

/** In UTF-8 or UTF-16. */
export const textOf = async (file: Blob): Promise<string> =>
  new TextDecoder(await firstEncoding(file)).decode(await file.arrayBuffer());

/** If none is deleted: the existing ones at their place, as the text has them, then new ones. */
function allIndexes(old: Collection, written: Collection, follow: (sql: string) => string) {
  const fresh = new Map(written.indexes.map((sql) => [indexKey(sql), sql]));
  const known = new Set(old.indexes.map(indexKey));
  return [
    ...old.indexes.map((sql) => fresh.get(indexKey(sql)) ?? follow(sql)),
    ...written.indexes.filter((sql) => !known.has(indexKey(sql))),
  ];
}

/**
 * The collections as they are sent, and in words the options that new fields are given. What the text lacks is the
 * backend's default; a needed option keeps its stored value. Without deleting, all that is stored stays, also indexes,
 * which follow the new names of table and columns: that needs the tools.
 */
function completed(
  existing: Collections,
  written: Collections,
  { deleteMissing }: ImportMode,
  tools: IndexTools | undefined,
  format: ConfigurationFormat,
) {
  const before = byId(existing);
  const given: string[] = [];
  let needsIndexTools = false;
  const imported = written.map((collection) => {
    const old = before.get(collection.id);
    const { collection: whole, given: options } = format.complete(collection, old, !deleteMissing);
    for (const { field, option, value } of options)
      given.push(`${collection.name}.${field.name}: ${optionLabel(field.type, option)} ${value}`);
    if (!old || deleteMissing || !old.indexes.length) return whole;
    const renames = renamedFields(fieldPairs(old, collection));
    const indexes = allIndexes(old, collection, (sql) => {
      if (!renames.size && old.name === collection.name) return sql;
      needsIndexTools ||= !tools;
      return tools ? tools.renameTable(tools.renameColumns(sql, renames), collection.name) : sql;
    });
    return { ...whole, indexes };
  });
  return { imported, given, needsIndexTools };
}

/** In words after the name of the field. */
function* fieldProblems(
  field: Field,
  { existing, after, format }: Outcome,
  can: Capabilities,
): Generator<string> {
  const [{ id }, type, target] = [field, format.typeName(field), relatedId(field)];
  if (!format.hasType(type, can))
    yield type ? `has the type “${type}”, which ${format.backend} doesn’t have.` : 'has no type.';
  if (target !== undefined && !after.has(target)) {
    const old = existing.find((one) => one.id === target);
    if (old) yield `is a relation to ${old.name}, which the import would delete.`;
    else if (!target) yield 'is a relation without a collection (collectionId).';
    else
      yield `is a relation to “${target}”, a collection that is neither in this configuration nor in the backend.`;
  }
  const { min, max } = format.fieldIds;
  if (isRefusedFieldId(id, format.fieldIds))
    yield `has the id “${id}”: at ${id.length < min ? 'least' : 'most'} ${id.length < min ? min : max} characters are needed.`;
}

/** By collection and field, before anything is sent: why the backend would refuse it. */
function* problemsOf(outcome: Outcome, can: Capabilities): Generator<string> {
  const { existing, after, format, mode } = outcome;
  const collections = [...after.values()];
  const refused = idsLikeNames(collections);
  const before = byId(existing);
  for (const one of collections) {
    if (refused.has(one.id)) yield `${one.name}: its id “${one.id}” is the name of a collection, too.`;
    for (const field of one.type === 'view' ? [] : ownFields(one))
      for (const problem of fieldProblems(field, outcome, can)) yield `${one.name}.${field.name} ${problem}`;
    yield* format.problems(one, { ...mode, stored: before.get(one.id), after, can });
  }
}

/** What is less than it was without being lost: who may sign in, and what is hidden. */
function* warningsOf({ existing, after }: Outcome): Generator<string> {
  for (const old of existing) {
    const fresh = after.get(old.id);
    if (!fresh || fresh === old) continue;
    if (old.authRule !== fresh.authRule) yield `${old.name}: ${IMPORT_TEXTS.endsSessions}`;
    for (const pair of fieldPairs(old, fresh))
      if (pair.old?.isHidden && pair.fresh && !pair.fresh.isHidden)
        yield `${old.name}.${pair.old.name}: ${IMPORT_TEXTS.shown}`;
  }
}

export interface Plan extends Outcome {
  readonly changes: readonly CollectionChange[];
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  /** Sentences that the review shows, too: what was translated, who is signed out, what is no longer hidden. */
  readonly warnings: readonly string[];
  /** It is not known what is sent without the index tools, which are missing. */
  readonly needsIndexTools: boolean;
}

/** Undefined for a text without collections. */
export function planOf(
  existing: Collections,
  { collections: written, total, translation = [] }: ImportText,
  mode: ImportMode,
  tools: IndexTools | undefined,
  format: ConfigurationFormat,
  can: Capabilities,
): Plan | undefined {
  if (!written) return undefined;
  const { imported, given, needsIndexTools } = completed(existing, written, mode, tools, format);
  const outcome = outcomeOf(existing, imported, mode, format);
  return {
    ...outcome,
    changes: changesOf(outcome),
    problems: [...problemsOf(outcome, can)],
    warnings: [...translation, ...warningsOf(outcome)],
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
  /** Returns the changed text. */
  readonly change: () => string;
}

/** Of a unique index. */
const UNIQUE_COLUMN = /^\s*create\s+unique\s+index\s[^(]*\(\s*[`"'[]?(\w+)[`"'\]]?\s*\)\s*;?\s*$/i;

/** It keeps the values of a field unique. */
const storedIndex = (old: Collection | undefined, { name }: Field): string | undefined =>
  old?.indexes.find((sql) => UNIQUE_COLUMN.exec(sql)?.[1] === name);

/** As the backend's upgrade to 0.14 made it. */
const newIndex = (collection: Collection, { id, name }: Field): string =>
  `CREATE UNIQUE INDEX \`idx_unique_${id || name}\` ON \`${collection.name}\` (\`${name}\`)`;

/** `names` are those of collections and fields; without any, there is no offer. */
const offer = (names: readonly string[], about: string, rest: Omit<Offer, 'text'>): readonly Offer[] =>
  names.length ? [{ text: `${about} ${names.join(', ')}.`, ...rest }] : [];

/** The changes of a text that help it to be imported as it is meant. */
export function offersOf(
  existing: Collections,
  { collections = [], unidentified }: ImportText,
  { deleteMissing }: ImportMode,
  format: ConfigurationFormat,
): readonly Offer[] {
  const before = byId(existing);
  const written = unidentified ?? collections;
  const refused = idsLikeNames(written);
  const invalid = written.flatMap((one) => [
    ...(one.id === '' || refused.has(one.id) ? [one.name] : []),
    ...ownFields(one)
      .filter(({ id }) => isRefusedFieldId(id, format.fieldIds))
      .map(({ name }) => `${one.name}.${name}`),
  ]);
  const ids = offer(invalid, IMPORT_TEXTS.noIds, {
    action: IMPORT_TEXTS.addIds,
    change: () => textOfCollections(withValidIds(existing, written, format), format),
  });
  const replaced = replaceIds(existing, collections, format.typeName);
  const mismatch: Offer = {
    ...{ text: IMPORT_TEXTS.mismatches, action: IMPORT_TEXTS.replaceIds },
    change: () => textOfCollections(replaced, format),
  };
  const unique = collections.flatMap((collection) =>
    format
      .oldUniqueFields(collection)
      .filter((field) => deleteMissing || !storedIndex(before.get(collection.id), field))
      .map(({ name }) => `${collection.name}.${name}`),
  );
  const withIndexes = collections.map((collection) => {
    const indexes = format
      .oldUniqueFields(collection)
      .map((field) => storedIndex(before.get(collection.id), field) ?? newIndex(collection, field));
    return indexes.length ? { ...collection, indexes } : collection;
  });
  // The ids of the existing ones come first: mismatches are known only with valid ids.
  return [
    ...(ids.length || isSameStructure(collections, replaced) ? ids : [mismatch]),
    ...offer(unique, IMPORT_TEXTS.unique, {
      action: IMPORT_TEXTS.addUnique,
      change: () => textOfCollections(withIndexes, format),
    }),
  ];
}

/* The text of collections that PocketBase 0.23 and newer export and import. */
import { dequal } from 'dequal/lite';
import { valueAt, withValue } from '#domain/app/at-path.ts';
import { isObject, type JsonObject, list, members, text } from '#domain/app/lenient.ts';
import { type Collection, collectionTypes } from '#domain/backend/collection.ts';
import type { ConfigurationFormat, EntryPart } from '#domain/backend/configuration.ts';
import { fieldTypes } from '#domain/backend/field.ts';
import { shownTypes } from '#domain/field-types/field-type.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { readRefusal } from '../both/import-refusal.ts';
import { spelling } from '../both/spelling.ts';
import { ownAuthKeys, ownAuthPath, withAllKeys } from './auth-options.ts';
import { collectionCodecs, fieldCodecs, isBuiltIn, readCollection } from './collections.ts';
import { importProblems } from './import-problems.ts';
import { changesIn, newBuiltIn, writeEntry, writeField } from './save-collection.ts';

const KEYS: readonly string[] = [
  ...['created', 'updated', 'type', 'system', 'fields', 'required', 'help', 'primaryKey'],
  ...[...collectionTypes.flatMap(collectionCodecs), ...fieldTypes.flatMap(fieldCodecs)].flatMap(
    ({ paths }) => paths,
  ),
  ...ownAuthKeys,
];
const withSpelledKeys = spelling(KEYS);

function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  const known = withSpelledKeys(value);
  if (!isObject(known)) return known;
  // What only some providers have may have any name.
  return Object.fromEntries(
    Object.entries(known).map(([name, member]) => [name, name === 'extra' ? member : spelled(member)]),
  );
}

/** Of 0.22: this line ignores its fields, and deletes those that are stored. */
function isForeign(entry: unknown): boolean {
  const { schema, options, fields } = members(entry);
  return !Array.isArray(fields) && (Array.isArray(schema) || isObject(options));
}

const isRule = (name: string): boolean => name.endsWith('Rule');

const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

/** What a key says that lies over a stored one: null, which versions take in different ways, changes nothing. */
function onTop(stored: unknown, written: unknown): unknown {
  if (written === undefined || dequal(stored, written)) return stored;
  // An empty list or object is null in some versions.
  if (isNothing(stored) && isNothing(written)) return stored;
  if (written === null) return Array.isArray(stored) ? [] : stored;
  return isObject(stored) && isObject(written) ? allOnTop(stored, written) : written;
}

/** The stored members, as the written ones say them, and these; `isNull` are those for which null is a value. */
function allOnTop(
  stored: JsonObject,
  written: JsonObject,
  isNull: (name: string) => boolean = () => false,
): JsonObject {
  const names = new Set([...Object.keys(stored), ...Object.keys(written)]);
  const values = Array.from(names, (name) => {
    const value = written[name];
    return [name, value === null && isNull(name) ? null : onTop(stored[name], value)] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const NUMBER_LIMITS: ReadonlySet<string> = new Set(['min', 'max']);

const fieldOnTop = (stored: JsonObject, written: JsonObject): JsonObject =>
  allOnTop(stored, written, (name) => written['type'] === 'number' && NUMBER_LIMITS.has(name));

const keyOf = (json: unknown, name: string): string => text(members(json)[name]);
const nameOf = (json: unknown): string => foldName(keyOf(json, 'name'));

/** With those of `before` that a list lacks, each behind the one that it follows there. */
function withMissing(
  fields: readonly unknown[],
  before: readonly JsonObject[],
  key: 'id' | 'name',
): unknown[] {
  const result = [...fields];
  const places = () => new Map(result.map((one, at) => [keyOf(one, key), at]));
  before.forEach((json, at) => {
    const known = places();
    if (known.has(keyOf(json, key))) return;
    const place = before
      .slice(0, at)
      .reduce((last, other) => Math.max(last, known.get(keyOf(other, key)) ?? -1), -1);
    result.splice(place + 1, 0, json);
  });
  return result;
}

/**
 * All fields, each with its id and all its options: what an entry does not say of a field stays as it is stored. One
 * without an id, and without deleting one with another id, is the stored field of its name and type, as the backend
 * has it in most cases.
 */
function completeFields(whole: JsonObject, old: JsonObject | undefined, keepsStored: boolean): unknown[] {
  const stored = list(old?.['fields'], members);
  const isView = whole['type'] === 'view';
  const [ids, names] = (['id', 'name'] as const).map(
    (key) => new Map(stored.map((json) => [key === 'id' ? keyOf(json, key) : nameOf(json), json])),
  ) as [Map<string, JsonObject>, Map<string, JsonObject>];
  const written = list(whole['fields'], (json) => json);
  const taken = new Set(written.map((json) => keyOf(json, 'id')));
  const own = (json: JsonObject): JsonObject | undefined => {
    const [id, same] = [keyOf(json, 'id'), names.get(nameOf(json))];
    if (isView) return same;
    if (same && isBuiltIn(same)) return same;
    if (id && ids.has(id)) return ids.get(id);
    const isFree = same && !taken.has(keyOf(same, 'id')) && same['type'] === json['type'];
    return isFree && (!id || keepsStored) ? same : undefined;
  };
  const fields = written.map((json) => {
    if (!isObject(json)) return json;
    const same = own(json);
    if (same) return { ...fieldOnTop(same, json), id: same['id'] };
    return fieldOnTop(newBuiltIn(whole['type'], json['name']), json);
  });
  if (isView) return fields.length ? fields : stored;
  return withMissing(fields, keepsStored ? stored : stored.filter(isBuiltIn), 'id');
}

/** Its column, which the backend needs to be unique. */
const NEEDED_INDEX = /^\s*create\s+unique\s+index\s[^(]*\(\s*[`"'[]?(email|tokenKey)[`"'\]]?[^,)]*\)/i;

/** With those without which there is no auth collection: the backend would make them again. */
function withNeeded(indexes: unknown, stored: unknown): unknown {
  if (!Array.isArray(indexes)) return stored;
  const columnOf = (sql: unknown) => NEEDED_INDEX.exec(text(sql))?.[1];
  const columns = new Set(indexes.map(columnOf));
  const before = list(stored, text);
  const missing = before.filter((sql) => columnOf(sql) && !columns.has(columnOf(sql)));
  const place = (sql: unknown) => (before.includes(text(sql)) ? before.indexOf(text(sql)) : before.length);
  // In the order of the stored ones, behind which new ones are.
  return missing.length ? [...missing, ...indexes].toSorted((a, b) => place(a) - place(b)) : indexes;
}

const PROVIDERS = ['oauth2', 'providers'];

const complete: ConfigurationFormat['complete'] = (written, stored, keepsStored) => {
  const [old, json] = [stored && writeEntry(stored), writeEntry(written)];
  const {
    created: _created,
    updated: _updated,
    ...whole
  } = allOnTop(
    old ? { ...old, fields: undefined } : {},
    { ...json, fields: undefined, type: json['type'] ?? old?.['type'] },
    isRule,
  );
  const entry: JsonObject = {
    ...whole,
    fields: completeFields({ ...whole, fields: json['fields'] }, old, keepsStored),
    ...(old && { indexes: withNeeded(json['indexes'] ?? undefined, old['indexes']) }),
  };
  const providers = valueAt(json, PROVIDERS);
  const isListed = Array.isArray(providers) && isObject(entry['oauth2']);
  const sent = isListed
    ? withValue(entry, PROVIDERS, withAllKeys(providers, valueAt(old, PROVIDERS)))
    : entry;
  return { collection: readCollection(sent), given: [] };
};

/** Of a token and a provider: who compares sees that there is one. */
const SECRETS: ReadonlySet<string> = new Set(['secret', 'clientSecret']);

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRETS.has(name) ? '(a new secret)' : withoutSecrets(member),
    ]),
  );
};

function membersOf(collection: Collection): JsonObject {
  const { fields: _fields, created: _created, updated: _updated, ...rest } = writeEntry(collection);
  return members(withoutSecrets(rest));
}

/**
 * Of a stored one only what differs: what is left out stays, and some versions merge lists by position. All fields are
 * there: those that were left out would be deleted.
 */
const sent: ConfigurationFormat['sent'] = (collection, stored) => {
  const { created: _created, updated: _updated, ...whole } = writeEntry(collection);
  if (!stored) return whole;
  const { id, name, type, fields, ...rest } = whole;
  return { id, name, type, ...changesIn(rest, writeEntry(stored)), fields };
};

/** Parts of their own, and what only the backend decides. */
const APART: ReadonlySet<string> = new Set(['id', 'fields', 'indexes', 'system', 'created', 'updated']);

/** But the providers, whose secrets no backend tells another. */
const leavesOf = (path: string, value: unknown): (readonly [path: string, value: unknown])[] => {
  if (path === PROVIDERS.join('.')) return [];
  if (!isObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(`${path}.${name}`, member));
};

function partsOf(collection: Collection): readonly EntryPart[] {
  return Object.entries(writeEntry(collection)).flatMap(([name, value]): EntryPart[] => {
    if (APART.has(name)) return [];
    if (!isObject(value))
      return [{ of: 'member', name, input: name === 'viewQuery' ? 'query' : name, value }];
    return leavesOf(name, value).map(([path, leaf]) => ({
      ...{ of: 'option', name: path, value: leaf },
      input: path === 'oauth2.enabled' ? 'hasOAuth2' : (ownAuthPath(path) ?? path),
    }));
  });
}

const withParts: ConfigurationFormat['withParts'] = (to, from, parts) => {
  const source = writeEntry(from);
  const json = parts.reduce((result, { name }) => {
    const path = name.split('.');
    return withValue(result, path, valueAt(source, path));
  }, writeEntry(to));
  return readCollection(json);
};

export const configuration: ConfigurationFormat = {
  backend: 'this PocketBase',
  props: [
    ...['id', 'name', 'type', 'system'],
    ...['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'authRule', 'manageRule'],
    ...['indexes', 'viewQuery'],
    ...new Set(ownAuthKeys.map((path) => path.split('.')[0] ?? '')),
  ],
  spelled,
  isForeign,
  fieldIds: { min: 1, max: 100 },
  hasType: (type, { extraTypes }) => [...shownTypes, ...extraTypes].some((known) => known === type),
  keepsSystem: true,
  read: readCollection,
  readUndated: (entry) => {
    const { created: _created, updated: _updated, ...rest } = members(entry);
    return readCollection(rest);
  },
  write: writeEntry,
  sent,
  members: membersOf,
  field: writeField,
  typeName: ({ raw }) => text(members(raw)['type']),
  parts: partsOf,
  withParts,
  complete,
  oldUniqueFields: () => [],
  problems: importProblems,
  readRefusal: readRefusal((path) => path),
};

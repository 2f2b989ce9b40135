/* The text of collections that 0.22 exports and imports. */
import { isObject, type JsonObject, list, members, ownOf, text } from '#domain/app/lenient.ts';
import { type Collection, collectionTypes, ownFields } from '#domain/backend/collection.ts';
import type { ConfigurationFormat, EntryPart, GivenOption } from '#domain/backend/configuration.ts';
import { defaultOptions } from '#domain/field-types/options.ts';
import { readRefusal } from '../both/import-refusal.ts';
import { spelling } from '../both/spelling.ts';
import type { Codec } from '../codec.ts';
import {
  AUTH,
  collectionCodecs,
  FIELD,
  isOf22,
  OPTIONS,
  readCollection,
  readEntry,
  readField,
} from './collections.ts';
import { optionInput, optionMember, writeEntry, writeField } from './save-collection.ts';

/** Keys that the backend reads of collections, fields and their options. */
const KEYS: readonly Pick<Codec<never>, 'paths'>[] = [
  { paths: ['created', 'updated', 'type', 'schema', 'options', 'unique', 'displayFields'] },
  ...[...collectionTypes.flatMap(collectionCodecs), ...AUTH, ...FIELD, ...Object.values(OPTIONS).flat()],
];

const withSpelledKeys = spelling(KEYS.flatMap(({ paths }) => paths));

function spelled(value: unknown): unknown {
  const known = withSpelledKeys(value);
  if (!isObject(known)) return known;
  const entries = Object.entries(known).map(([name, member]) => {
    if (name === 'options') return [name, withSpelledKeys(member)] as const;
    return [name, name === 'schema' && Array.isArray(member) ? member.map(spelled) : member] as const;
  });
  return Object.fromEntries(entries);
}

/** Of 0.23 or newer: read as a collection of 0.22, it has no fields. */
function isForeign(entry: unknown): boolean {
  const { schema, fields } = members(entry);
  return schema === undefined && Array.isArray(fields);
}

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

/** With the members of the stored object that are missing: what the backend makes of them, or `keeps` what is stored. */
function filled(stored: JsonObject, fresh: JsonObject, keeps: boolean, fixed: readonly string[]): JsonObject {
  const missing = Object.entries(stored).flatMap(([name, old]): [string, unknown][] => {
    const value = ownOf(fresh, name);
    if (name === 'schema') return [];
    if (name === 'options' && isObject(old)) {
      const options = filled(old, members(value), keeps, NEEDED.get(stored['type']) ?? FIXED);
      return options === value ? [] : [[name, options]];
    }
    if (value !== undefined && value !== null) return [];
    const stays = fixed.includes(name) || (keeps && value === undefined);
    const filling = stays ? old : defaultOf(name, old);
    return filling === value ? [] : [[name, filling]];
  });
  return missing.length ? { ...fresh, ...Object.fromEntries(missing) } : fresh;
}

/** Needed numbers that a field lacks: as the backend's upgrades, or its dashboard, give them. */
function givenOptions(json: JsonObject): readonly { key: string; option: string; value: number }[] {
  const type = text(ownOf(json, 'type'));
  if (!isOf22(type)) return [];
  return (NEEDED.get(type) ?? []).flatMap((key) => {
    const option = optionMember(type, key);
    const value = defaultOptions(type)[option];
    const isMissing = (members(json['options'])[key] ?? undefined) === undefined;
    return typeof value === 'number' && isMissing ? [{ key, option, value }] : [];
  });
}

const complete: ConfigurationFormat['complete'] = (written, stored, keepsStored) => {
  const [old, json] = [stored && writeEntry(stored), writeEntry(written)];
  const whole = old ? filled(old, json, keepsStored, FIXED) : json;
  const given: GivenOption[] = [];
  // The backend makes the ids of the fields of a view anew.
  const key = (stored ?? written).type === 'view' ? 'name' : 'id';
  const known = new Map(
    (stored ? ownFields(stored) : []).map((field) => [field[key], writeField(field)] as const),
  );
  const completeField = (field: unknown): unknown => {
    if (!isObject(field)) return field;
    const own = known.get(text(ownOf(field, key)));
    if (own) return filled(own, field, keepsStored, FIXED);
    const options = whole['type'] === 'view' ? [] : givenOptions(field);
    if (!options.length) return field;
    for (const { option, value } of options) given.push({ field: readField(field), option, value });
    const values = Object.fromEntries(options.map((each) => [each.key, each.value]));
    return { ...field, options: { ...members(field['options']), ...values } };
  };
  const fields = list(ownOf(whole, 'schema'), (field) => [field, completeField(field)] as const);
  if (whole === json && fields.every(([field, completed]) => field === completed))
    return { collection: written, given };
  const schema = fields.length ? { schema: fields.map(([, completed]) => completed) } : {};
  return { collection: readCollection({ ...whole, ...schema }), given };
};

/** Parts of their own. */
const APART = ['id', 'schema', 'indexes', 'options', 'system'];

function partsOf(collection: Collection): readonly EntryPart[] {
  const json = writeEntry(collection);
  const rest = Object.entries(json).filter(([name]) => !APART.includes(name));
  const options = Object.entries(members(json['options']));
  return [
    ...rest.map(([name, value]) => ({ of: 'member', name, input: name, value }) as const),
    ...options.map(([name, value]) => ({ of: 'option', name, input: optionInput(name), value }) as const),
  ];
}

const withParts: ConfigurationFormat['withParts'] = (to, from, parts) => {
  const [json, source] = [writeEntry(to), writeEntry(from)];
  const taken = (of: EntryPart['of'], object: JsonObject) =>
    Object.fromEntries(parts.filter((part) => part.of === of).map(({ name }) => [name, ownOf(object, name)]));
  const options = { ...members(json['options']), ...taken('option', members(source['options'])) };
  return readCollection({ ...json, ...taken('member', source), options });
};

/** `fields.1.maxSize`, with the key of the file, for one of a field. */
const fieldPath = (path: string): string => path.replace(/^schema\.(\d+)(?:\.options)?(?=\.|$)/, 'fields.$1');

export const configuration: ConfigurationFormat = {
  backend: 'PocketBase 0.22',
  fieldIds: { min: 5, max: 255 },
  hasType: isOf22,
  keepsSystem: false,
  sent: writeEntry,
  problems: () => [],
  readRefusal: readRefusal(fieldPath),
  props: [
    ...['id', 'name', 'type', 'system'],
    ...['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'],
    ...['indexes', 'options'],
  ],
  spelled,
  isForeign,
  read: readCollection,
  readUndated: readEntry,
  write: writeEntry,
  members: (collection) => {
    const { schema: _schema, created: _created, updated: _updated, ...rest } = writeEntry(collection);
    return rest;
  },
  field: writeField,
  typeName: ({ raw }) => text(members(raw)['type']),
  parts: partsOf,
  withParts,
  complete,
  // Files from before 0.14 have no indexes.
  oldUniqueFields: (collection) =>
    (ownOf(members(collection.raw), 'indexes') ?? undefined) === undefined && collection.type !== 'view'
      ? ownFields(collection).filter(({ type, raw }) => members(raw)['unique'] === true && type !== 'file')
      : [],
};

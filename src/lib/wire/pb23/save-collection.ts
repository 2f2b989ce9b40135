/* Saves collections on PocketBase 0.23 and newer, and reads what an editor needs beside them. */
import { dequal } from 'dequal/lite';
import { withValue } from '#domain/app/at-path.ts';
import { isObject, type JsonObject, list, members, oneOf, text } from '#domain/app/lenient.ts';
import {
  type AuthOptions,
  type Collection,
  type CollectionType,
  collectionTypes,
  type FirstParts,
  type ViewTrial,
} from '#domain/backend/collection.ts';
import type { Field, FieldRole, FieldType } from '#domain/backend/field.ts';
import type { Problem } from '#domain/backend/problem.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { crc32 } from '#domain/model/crc32.ts';
import { foldName } from '#domain/model/fold-name.ts';
import { memberPath, writeAll } from '../encode.ts';
import { newAuth, ownAuthPath, writeOwnAuth } from './auth-options.ts';
import { collectionCodecs, fieldCodecs, isBuiltIn, readCollection, readField } from './collections.ts';

/** A field as an entry of `fields`, also what is none. A new one has no id: the backend gives it. */
export function writeField(field: Field): JsonObject {
  const raw = field.raw as JsonObject | undefined;
  if (raw !== undefined && !isObject(raw)) return raw;
  const type = field.type === 'unknown' ? field.typeName : field.type;
  const isOfRaw = raw?.['type'] === type;
  const written = writeAll(fieldCodecs(field.type), field, isOfRaw ? raw : undefined);
  if (isOfRaw && (field.id !== '' || raw['id'] === undefined)) return written;
  const { id, ...json } = written;
  return { ...(id !== '' && { id }), ...json, type };
}

/** What a built-in field says of how people sign in, by the field and its key. */
const OF_FIELDS: readonly [keyof AuthOptions, FieldRole, key: string][] = [
  ['minPassword', 'password', 'min'],
  ['exceptDomains', 'email', 'exceptDomains'],
  ['onlyDomains', 'email', 'onlyDomains'],
  ['isEmailRequired', 'email', 'required'],
];

/** Only verified accounts may sign in. */
const VERIFIED = 'verified = true';

/** An object with what is said differently of how people sign in; `before` is what it says now. */
function withAuth(
  json: JsonObject,
  { auth, authRule }: Collection,
  before: Collection | undefined,
): JsonObject {
  if (!auth) return json;
  if (auth.own) {
    // Its fields and rules say the rest.
    const hasOAuth2 = auth.hasOAuth2 === (before?.auth?.hasOAuth2 ?? false);
    const enabled = hasOAuth2 ? json : withValue(json, ['oauth2', 'enabled'], auth.hasOAuth2);
    return writeOwnAuth(enabled, auth.own, before?.auth?.own);
  }
  const isNew = (name: keyof AuthOptions) => !before?.auth || !dequal(auth[name], before.auth[name]);
  const inside = (key: string, changes: object) => ({ [key]: { ...members(json[key]), ...changes } });
  const { identityFields } = auth;
  // Which fields are kept while nobody signs in by them is not said.
  const passwords = {
    enabled: identityFields.length > 0,
    ...(identityFields.length > 0 && { identityFields }),
  };
  const changed = OF_FIELDS.filter(([name]) => isNew(name));
  const fields = list(json['fields'], (value) => {
    const field = members(value);
    const own = changed.filter(([, role]) => field['system'] === true && field['name'] === role);
    return own.length
      ? { ...field, ...Object.fromEntries(own.map(([name, , key]) => [key, auth[name]])) }
      : value;
  });
  // The rule itself says it more exactly.
  const isRuleOld = authRule === before?.authRule;
  return {
    ...json,
    ...(changed.length > 0 && { fields }),
    ...(isNew('identityFields') && inside('passwordAuth', passwords)),
    ...(isNew('hasOAuth2') && inside('oauth2', { enabled: auth.hasOAuth2 })),
    ...(isNew('isVerifiedOnly') && isRuleOld && { authRule: auth.isVerifiedOnly ? VERIFIED : '' }),
  };
}

/** What a built-in field of a new collection is: what it lacks, the backend adds. */
const builtIn = (name: FieldRole, type: string, more: JsonObject = {}): JsonObject => ({
  ...{ name, type, system: true, hidden: false, presentable: false, required: false },
  ...more,
});
const ID = builtIn('id', 'text', {
  ...{ required: true, primaryKey: true, min: 15, max: 15, pattern: '^[a-z0-9]+$' },
  autogeneratePattern: '[a-z0-9]{15}',
});
const ACCOUNT: readonly JsonObject[] = [
  builtIn('password', 'password', { hidden: true, required: true, min: 8 }),
  builtIn('tokenKey', 'text', {
    ...{ hidden: true, required: true, min: 30, max: 60 },
    autogeneratePattern: '[a-zA-Z0-9]{50}',
  }),
  builtIn('email', 'email', { required: true }),
  builtIn('emailVisibility', 'bool'),
  builtIn('verified', 'bool'),
];

/** What the backend's own dashboard begins with. */
const DATES: readonly JsonObject[] = ['created', 'updated'].map((name) => ({
  ...{ name, type: 'autodate', system: false, hidden: false, presentable: false },
  ...{ onCreate: true, onUpdate: name === 'updated' },
}));

const builtInOf = (type: CollectionType): readonly JsonObject[] => [ID, ...(type === 'auth' ? ACCOUNT : [])];

/** The built-in field of this name in a new collection; empty for any other. */
export const newBuiltIn = (type: unknown, name: unknown): JsonObject =>
  builtInOf(oneOf(type, collectionTypes, 'base')).find((one) => one['name'] === name) ?? {};

/** The columns that a collection of a type has by itself; those of a view only its backend knows. */
export const systemFields = (type: CollectionType, _query: string): readonly Field[] =>
  builtInOf(type).map(readField);

/** What a new collection of a type begins with; people may remove the dates. */
export const firstParts = (type: CollectionType): FirstParts => ({
  auth: newAuth,
  authRule: '',
  fields: type === 'view' ? [] : [...builtInOf(type), ...DATES].map(readField),
});

/** A new field of a type: what it does not limit, the backend does. */
export const blankField = (type: FieldType): Field | undefined =>
  type === 'autodate' ? readField({ type, onCreate: true }) : readField({ type });

const keyOf = (field: unknown, key: string): string => text(members(field)[key]);

/** Of two entries of `fields`; what has no id yet is known by its name. */
function isSameColumn(a: unknown, b: unknown): boolean {
  const key = keyOf(a, 'id') && keyOf(b, 'id') ? 'id' : 'name';
  return keyOf(a, key) === keyOf(b, key);
}

/** An entry of `fields`, and the field of the model that it is; undefined for one that the model leaves out. */
interface SentField {
  readonly json: unknown;
  readonly field: Field | undefined;
}

/**
 * All fields, which a request replaces as a whole: those of the model, and built-in ones that it leaves out, each behind
 * the one that it follows in `before`.
 */
function sentFields({ fields }: Collection, before: readonly unknown[]): readonly SentField[] {
  const sent: SentField[] = fields.map((field) => ({ json: writeField(field), field }));
  before.forEach((json, at) => {
    if (!isBuiltIn(members(json)) || sent.some((one) => isSameColumn(one.json, json))) return;
    const earlier = before.slice(0, at);
    const place = sent.findLastIndex((one) => earlier.some((other) => isSameColumn(one.json, other)));
    sent.splice(place + 1, 0, { json, field: undefined });
  });
  return sent;
}

/**
 * The entries of `fields`. The backend makes the id of a new one from its type and name, and takes it for the field that
 * has this id, since that was renamed or is removed now, or this name, whose column it then drops: such a new one gets
 * an id of its own.
 */
function withFreeIds(sent: readonly SentField[], before: readonly unknown[]): readonly unknown[] {
  const all = sent.map(({ json }) => json);
  const taken = new Set([...before, ...all].map((json) => keyOf(json, 'id')));
  const nameOf = (json: unknown) => foldName(keyOf(json, 'name'));
  const names = Map.groupBy(all, nameOf);
  return all.map((json) => {
    if (!isObject(json) || keyOf(json, 'id')) return json;
    const own = keyOf(json, 'type') + crc32(new TextEncoder().encode(keyOf(json, 'name')));
    if (!taken.has(own) && names.get(nameOf(json))?.length === 1) return json;
    let [id, number] = [own, 1];
    while (taken.has(id)) {
      number += 1;
      id = `${own}${number}`;
    }
    taken.add(id);
    return { id, ...json };
  });
}

/** What is stored, or what a file says, with what the model says differently; undefined for another type. */
function writeStored(collection: Collection): JsonObject | undefined {
  const { type } = collection;
  const raw = members(collection.raw);
  if (!collection.raw || oneOf(raw['type'], collectionTypes, 'base') !== type) return undefined;
  const written = writeAll(collectionCodecs(type), collection, raw);
  // Those of a view follow from its query.
  if (type === 'view') return written;
  const stored = list(raw['fields'], (field) => field);
  const fields = withFreeIds(sentFields(collection, stored), stored);
  const isSame = fields.length === stored.length && fields.every((field, at) => field === stored[at]);
  return withAuth(isSame ? written : { ...written, fields }, collection, readCollection(raw));
}

/** As an entry of an export or a file: one that nobody has changed as it came. */
export function writeEntry(collection: Collection): JsonObject {
  const stored = writeStored(collection);
  if (stored) return stored;
  const { type } = collection;
  const { id, ...json } = writeAll(collectionCodecs(type), collection, undefined);
  const fields = sentFields(collection, builtInOf(type)).map((one) => one.json);
  const whole = { ...(id !== '' && { id }), ...json, type, ...(type !== 'view' && { fields }) };
  return withAuth(whole, collection, undefined);
}

/** What differs, down to the members of objects, as the backend keeps those that are left out. Lists are whole. */
export const changesIn = (now: JsonObject, before: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(now).flatMap(([name, value]) => {
      const old = before[name];
      if (dequal(value, old)) return [];
      return [[name, isObject(value) && isObject(old) ? changesIn(value, old) : value]];
    }),
  );

/** A stored collection as a new one begins that is to be like it, without secrets: nobody can read them. */
export function copyOf(collection: Collection): Collection {
  const { id, created, updated, system, oauth2, fields, ...raw } = members(collection.raw);
  const isAuth = raw['type'] === 'auth';
  const copies = list(fields, members).map(({ id: _id, ...field }) => ({
    ...field,
    system: isBuiltIn(field),
  }));
  const signIn = isAuth && { oauth2: { ...members(oauth2), enabled: false, providers: [] } };
  return readCollection({ ...raw, fields: copies, ...signIn });
}

/**
 * As the body of a request. Of a stored one only what differs: what is left out stays, and the backend merges some lists
 * by position. Its fields, which a request replaces as a whole, are all there, with their ids.
 */
export function writeCollection(collection: Collection): JsonObject {
  const { id, ...whole } = writeEntry(collection);
  const isStored = collection.raw && collection.id !== '';
  return isStored ? changesIn(whole, members(collection.raw)) : { ...(id !== '' && { id }), ...whole };
}

const withoutStamp = ({ raw }: Collection): JsonObject => {
  const { created, updated, fields, ...json } = members(raw);
  // The backend invents ids for those of a view with each save.
  return json['type'] === 'view' ? json : { ...json, fields };
};

/** Whether two answers say the same of a collection, whenever it was saved. */
export const isSameStored = (a: Collection, b: Collection): boolean =>
  dequal(withoutStamp(a), withoutStamp(b));

/** Runs the query of a view without saving anything. */
export const tryViewRequest = (query: string): BackendRequest => ({
  path: ['collections', 'meta', 'dry-run-view'],
  method: 'POST',
  body: { query },
});

/** The columns that a query gives, and some of its rows, without what only the backend needs of them. */
export function readTrial(answer: unknown): ViewTrial {
  const { fields, sample } = members(answer);
  return {
    fields: list(fields, readField),
    rows: list(sample, (row) => {
      const { collectionId, collectionName, ...values } = members(row);
      return values;
    }),
  };
}

/** Deletes all records of a collection, one by one. */
export const truncateRequest = (id: string): BackendRequest => ({
  path: ['collections', id, 'truncate'],
  method: 'DELETE',
});

/** For a browser's storage; `readCollection` reads it. */
export const storedCollection = (collection: Collection): JsonObject => ({
  ...writeEntry(collection),
  created: collection.created,
  updated: collection.updated,
});

/** Where else a message is shown that names a key of a collection. */
function elsewhere(path: string): string | undefined {
  const member = path === 'oauth2.enabled' ? 'hasOAuth2' : ownAuthPath(path);
  return member && `auth.${member}`;
}

const FIELD_KEY = /^fields\.(\d+)(?:\.(.+))?$/;

/** What is wrong with a collection that was sent, by the members of the model: `fields.3.max`, `auth.hasOAuth2`, `query`. */
export function collectionProblems(problems: readonly Problem[], collection: Collection): Problem[] {
  const { type, fields, raw } = collection;
  const before = raw ? list(members(raw)['fields'], (field) => field) : builtInOf(type);
  const sent = sentFields(collection, before);
  const pathOf = (path: string): string => {
    const [isOfField, position, key] = FIELD_KEY.exec(path) ?? [];
    if (isOfField === undefined) return elsewhere(path) ?? memberPath(collectionCodecs(type), path);
    const field = sent[Number(position)]?.field;
    if (!field) return path;
    return ['fields', fields.indexOf(field), key && memberPath(fieldCodecs(field.type), key)]
      .filter((part) => part !== undefined)
      .join('.');
  };
  const read = problems.map((problem) => ({ ...problem, path: pathOf(problem.path) }));
  // A view without columns says nothing that its query does not say better.
  const isOfQuery = type === 'view' && read.some(({ path }) => path === 'query');
  return isOfQuery ? read.filter(({ path }) => path !== 'fields') : read;
}

/** Drafts of this line have been stored in the words of the model from the beginning. */
export const readDraft = (json: JsonObject): JsonObject => json;

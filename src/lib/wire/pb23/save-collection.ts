/* Saves collections on PocketBase 0.23 and newer, and reads what an editor needs beside them. */
import { dequal } from 'dequal/lite';
import { withValue } from '#domain/app/at-path.ts';
import { isObject, type JsonObject, list, members, oneOf } from '#domain/app/lenient.ts';
import {
  type AuthOptions,
  type Collection,
  type CollectionType,
  collectionTypes,
  ownFields,
} from '#domain/backend/collection.ts';
import type { Field, FieldRole } from '#domain/backend/field.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { memberAt, memberPath, writeAll } from '../encode.ts';
import { ownAuthPath, writeOwnAuth } from './auth-options.ts';
import { collectionCodecs, fieldCodecs, readCollection, readField } from './collections.ts';

export { newAuth } from './auth-options.ts';

/** A field as an entry of `fields`, also what is none. A new one has no id: the backend gives it. */
export function writeField(field: Field): JsonObject {
  const raw = field.raw as JsonObject | undefined;
  if (raw !== undefined && !isObject(raw)) return raw;
  const type = field.type === 'unknown' ? field.typeName : field.type;
  if (raw && raw['type'] === type) return writeAll(fieldCodecs(field.type), field, raw);
  const { id, ...json } = writeAll(fieldCodecs(field.type), field, undefined);
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
function withAuth(json: JsonObject, auth: AuthOptions, before: AuthOptions | undefined): JsonObject {
  if (auth.own) {
    // Its fields and rules say the rest.
    const hasOAuth2 = auth.hasOAuth2 === (before?.hasOAuth2 ?? false);
    const enabled = hasOAuth2 ? json : withValue(json, ['oauth2', 'enabled'], auth.hasOAuth2);
    return writeOwnAuth(enabled, auth.own, before?.own);
  }
  const isNew = (name: keyof AuthOptions) => !before || !dequal(auth[name], before[name]);
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
  return {
    ...json,
    ...(changed.length > 0 && { fields }),
    ...(isNew('identityFields') && inside('passwordAuth', passwords)),
    ...(isNew('hasOAuth2') && inside('oauth2', { enabled: auth.hasOAuth2 })),
    ...(isNew('isVerifiedOnly') && { authRule: auth.isVerifiedOnly ? VERIFIED : '' }),
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

const builtInOf = (type: CollectionType): readonly JsonObject[] => [ID, ...(type === 'auth' ? ACCOUNT : [])];

/** The columns that a collection of a type has by itself; those of a view only its backend knows. */
export const systemFields = (type: CollectionType, _query: string): readonly Field[] =>
  builtInOf(type).map(readField);

/** What is stored, or what a file says, with what the model says differently; undefined for another type. */
function writeStored(collection: Collection): JsonObject | undefined {
  const { type, auth } = collection;
  const raw = members(collection.raw);
  if (!collection.raw || oneOf(raw['type'], collectionTypes, 'base') !== type) return undefined;
  const written = writeAll(collectionCodecs(type), collection, raw);
  const stored = list(raw['fields'], (field) => field);
  const fields = collection.fields.map(writeField);
  // Those of a view follow from its query.
  const isSame =
    type === 'view' || (fields.length === stored.length && fields.every((field, at) => field === stored[at]));
  const whole = isSame ? written : { ...written, fields };
  return auth ? withAuth(whole, auth, readCollection(raw).auth) : whole;
}

/** As an entry of an export or a file: one that nobody has changed as it came. */
export function writeEntry(collection: Collection): JsonObject {
  const stored = writeStored(collection);
  if (stored) return stored;
  const { type, auth } = collection;
  const own = ownFields(collection).map(writeField);
  const { id, ...json } = writeAll(collectionCodecs(type), collection, undefined);
  const whole = { ...(id !== '' && { id }), ...json, type, fields: [...builtInOf(type), ...own] };
  return auth ? withAuth(whole, auth, undefined) : whole;
}

/** What differs, down to the members of objects, as the backend keeps those that are left out. Lists are whole. */
const differing = (json: JsonObject, before: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(json)
      .filter(([name, value]) => value !== before[name])
      .map(([name, value]) => {
        const was = before[name];
        return [name, isObject(value) && isObject(was) ? differing(value, was) : value];
      }),
  );

/**
 * As the body of a request. Of a stored one only what differs: what is left out stays, and the backend merges some lists
 * by position. Its fields, which a request replaces as a whole, are all there, with their ids.
 */
export function writeCollection(collection: Collection): JsonObject {
  const whole = writeEntry(collection);
  const raw = collection.raw && members(collection.raw);
  if (!raw || collection.id === '') return whole;
  return differing(whole, raw);
}

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

/** What is wrong with a collection that was sent, by the members of the model: `fields.3.max`, `auth.minPassword`, `query`. */
export function collectionProblems(problems: readonly Problem[], collection: Collection): Problem[] {
  const { type, fields } = collection;
  const own = ownFields(collection);
  // A new one is sent with all built-in fields before its own.
  const sent = collection.raw ? fields : [...fields.filter(({ isBuiltIn }) => isBuiltIn), ...own];
  const pathOf = (path: string): string => {
    const [isOfField, position, key] = FIELD_KEY.exec(path) ?? [];
    if (isOfField === undefined) return elsewhere(path) ?? memberPath(collectionCodecs(type), path);
    const field = sent[Number(position)];
    if (!field) return path;
    const asked = OF_FIELDS.find(([, role, name]) => role === field.role && name === key);
    if (asked) return `auth.${asked[0]}`;
    const at = own.indexOf(field);
    if (at < 0) return path;
    return ['fields', at, key && memberPath(fieldCodecs(field.type), key)]
      .filter((part) => part !== undefined)
      .join('.');
  };
  return problems.map((problem) => ({ ...problem, path: pathOf(problem.path) }));
}

/** The member that a key of a field says; the key where there is none. */
export const optionMember = (type: string, key: string): string => memberAt(fieldCodecs(type), key) ?? key;

/** Drafts of this line have been stored in the words of the model from the beginning. */
export const readDraft = (json: JsonObject): JsonObject => json;

/* Saves collections on PocketBase 0.22, and reads what an editor needs beside them. */
import { isObject, type JsonObject, list, members, oneOf, text } from '#domain/app/lenient.ts';
import {
  type Collection,
  type CollectionType,
  collectionTypes,
  type FirstParts,
  ownFields,
} from '#domain/backend/collection.ts';
import type { Field, FieldType } from '#domain/backend/field.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { memberAt, memberPath, writeAll } from '../encode.ts';
import {
  AUTH,
  collectionCodecs,
  FIELD,
  fieldCodecs,
  isOf22,
  OF_TYPE,
  OPTIONS,
  withInvented,
} from './collections.ts';

/** A field as an entry of `schema`, also what is none. @throws Error for a type that 0.22 does not have */
export function writeField(field: Field): JsonObject {
  const raw = field.raw as JsonObject | undefined;
  if (raw !== undefined && !isObject(raw)) return raw;
  if (field.type === 'unknown') return writeAll(FIELD, field, raw);
  if (!isOf22(field.type)) throw new Error(`PocketBase 0.22 has no fields of the type ${field.type}.`);
  if (raw && raw['type'] === field.type) return writeAll(fieldCodecs(field.type), field, raw);
  const { options = {}, ...json } = writeAll(fieldCodecs(field.type), field, undefined);
  const { id, name, ...switches } = json;
  return { id, name, type: field.type, ...switches, options };
}

/** The member that a key of `options` says; the key where there is none. */
export const optionMember = (type: string, key: string): string =>
  (isOf22(type) && memberAt(OPTIONS[type], `options.${key}`)) || key;

/** What is stored, or what a file says, with what the model says differently; undefined for another type. */
function writeStored(collection: Collection): JsonObject | undefined {
  const { type, auth } = collection;
  const raw = members(collection.raw);
  if (!collection.raw || oneOf(raw['type'], collectionTypes, 'base') !== type) return undefined;
  const rest = writeAll(collectionCodecs(type), collection, raw);
  const written = auth ? writeAll(AUTH, auth, rest) : rest;
  const stored = list(raw['schema'], (field) => field);
  const schema = ownFields(collection).map(writeField);
  const isSame = schema.length === stored.length && schema.every((field, at) => field === stored[at]);
  return isSame ? written : { ...written, schema };
}

/** As an entry of an export or a file: one that nobody has changed as it came. */
export function writeEntry(collection: Collection): JsonObject {
  const stored = writeStored(collection);
  if (stored) return stored;
  const { type, auth } = collection;
  const rest = writeAll(collectionCodecs(type), collection, undefined);
  const { options = {}, ...json } = auth ? writeAll(AUTH, auth, rest, false) : rest;
  return { ...json, type, schema: ownFields(collection).map(writeField), options };
}

/** As the body of a request. Dates, which only the backend sets, are sent, empty, only for a new one. */
export function writeCollection(collection: Collection): JsonObject {
  const { created, updated, ...json } = writeEntry(collection);
  const { id, type } = collection;
  return {
    ...(id === '' && { id, created: '', updated: '' }),
    // Also where the stored one lacks them.
    ...{ type, schema: [], options: {} },
    ...json,
  };
}

/** For a browser's storage; {@link readCollection} reads it. */
export const storedCollection = (collection: Collection): JsonObject => ({
  ...writeCollection(collection),
  created: collection.created,
  updated: collection.updated,
});

/** The columns that a collection of a type has by itself, a view those that its query selects. */
export const systemFields = (type: CollectionType, query: string) => withInvented(type, [], query);

/** What a new collection of a type begins with; nothing but what every collection has. */
export const firstParts = (_type: CollectionType): FirstParts => ({});

/** A new field of a type, where it does not begin like everywhere. */
export const blankField = (_type: FieldType): Field | undefined => undefined;

/** A stored collection as a new one begins that is to be like it. */
export const copyOf = (collection: Collection): Collection => collection;

/** What an error about all options of a collection is about. */
const OPTIONS_OF = { auth: 'auth', view: 'query', base: 'options' } as const;

const withoutOptions = (path: string): string => path.replace(/^options\./, '');

const FIELD_KEY = /^schema(?:\.(\d+)(?:\.(.+))?)?$/;

/** What is wrong with a collection that was sent, by the members of the model: `fields.3.max`, `auth.minPassword`, `query`. */
export function collectionProblems(problems: readonly Problem[], { type, fields }: Collection): Problem[] {
  const own = ownFields({ fields });
  const pathOf = (path: string): string => {
    const [isOfFields, position, key] = FIELD_KEY.exec(path) ?? [];
    if (isOfFields !== undefined) {
      const field = own[Number(position)];
      const codecs = field && isOf22(field.type) ? fieldCodecs(field.type) : FIELD;
      const member = key && withoutOptions(memberPath(codecs, key));
      return ['fields', position, member].filter(Boolean).join('.');
    }
    if (path === 'options') return OPTIONS_OF[type];
    const ofType = memberPath(OF_TYPE[type], path);
    if (ofType !== path || !path.startsWith('options.')) return ofType;
    return `auth.${withoutOptions(memberPath(AUTH, path))}`;
  };
  return problems.map((problem) => ({ ...problem, path: pathOf(problem.path) }));
}

/** Inputs of an auth collection that say one member together. */
const IDENTITY_INPUTS: Readonly<Record<string, string>> = {
  allowUsernameAuth: 'signInByUsername',
  allowEmailAuth: 'signInByEmail',
};

/** The input of a collection that shows a key of its options; the key where there is none. */
export const optionInput = (key: string): string =>
  IDENTITY_INPUTS[key] ?? memberAt(AUTH, `options.${key}`) ?? key;

function readDraftField(value: unknown): JsonObject {
  const { required, presentable, system, options, ...rest } = members(value);
  const type = text(rest['type']);
  const inputs = Object.entries(members(options)).map(([name, input]) => [optionMember(type, name), input]);
  return {
    ...rest,
    ...{ isRequired: required, isPresentable: presentable, isSystem: system, isHidden: false, help: '' },
    options: Object.fromEntries(inputs),
  };
}

/** The draft of a collection, as Atoll formats it now; one of today comes back as it is. What was typed stays as typed. */
export function readDraft(json: JsonObject): JsonObject {
  if ('version' in json) return json;
  const { query, manageRule, ...options } = members(json['options']);
  const inputs = Object.entries(options).map(([name, input]) => [optionInput(name), input]);
  return {
    ...json,
    fields: list(json['fields'], readDraftField),
    options: Object.fromEntries(inputs),
    query: query ?? '',
    manageRule: manageRule ?? null,
  };
}

/* Collections as PocketBase 0.22 stores, exports and imports them: `configuration.ts` compares and changes a text. */
import { flag, list, members, oneOf, text, texts } from '#domain/app/lenient.ts';
import {
  type AuthOptions,
  type Collection,
  type CollectionType,
  collectionTypes,
  type Rule,
} from '#domain/backend/collection.ts';
import type { Raw } from '#domain/backend/field.ts';
import { type Codec, numberOrNull, one, readAll } from '../codec.ts';
import { readField, withInvented } from './fields.ts';

const rule = (value: unknown): Rule => (typeof value === 'string' ? value : null);

const COMMON: readonly Codec<Collection>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isSystem', 'system', flag),
  one('indexes', 'indexes', (value) => list(value, text)),
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const).map((name) =>
    one<Collection, typeof name>(name, name, rule),
  ),
];

export const OF_TYPE: Readonly<Record<CollectionType, readonly Codec<Collection>[]>> = {
  base: [],
  auth: [one('manageRule', 'options.manageRule', rule)],
  view: [one('query', 'options.query', text)],
};

/** By which of two fields people are found. */
const IDENTITIES = { allowUsernameAuth: 'username', allowEmailAuth: 'email' } as const;

/** In the order in which they are sent. */
export const AUTH: readonly Codec<AuthOptions>[] = [
  {
    paths: Object.keys(IDENTITIES).map((key) => `options.${key}`),
    into: (json, model) => {
      const options = members(json['options']);
      const found = Object.entries(IDENTITIES).filter(([key]) => flag(options[key]));
      Object.assign(model, { identityFields: found.map(([, name]) => name) });
    },
    write: ({ identityFields }) => Object.values(IDENTITIES).map((name) => identityFields.includes(name)),
  },
  one('hasOAuth2', 'options.allowOAuth2Auth', flag),
  one('exceptDomains', 'options.exceptEmailDomains', texts),
  one('onlyDomains', 'options.onlyEmailDomains', texts),
  one('minPassword', 'options.minPasswordLength', numberOrNull),
  one('isEmailRequired', 'options.requireEmail', flag),
  one('isVerifiedOnly', 'options.onlyVerified', flag),
];

export const codecsOf = (type: CollectionType): readonly Codec<Collection>[] => [...COMMON, ...OF_TYPE[type]];

/** Missing parts become empty. */
export function readCollection(value: unknown): Collection {
  const json = members(value);
  const type = oneOf(json['type'], collectionTypes, 'base');
  const read = readAll(codecsOf(type), json) as Collection;
  return {
    ...read,
    created: text(json['created']),
    updated: text(json['updated']),
    type,
    fields: withInvented(type, list(json['schema'], readField), read.query ?? ''),
    ...(type === 'auth' && { auth: readAll(AUTH, json) as AuthOptions }),
    raw: json as unknown as Raw,
  };
}

/** Without its dates, which no export has. */
export function readEntry(value: unknown): Collection {
  const { created: _created, updated: _updated, ...rest } = members(value);
  return readCollection(rest);
}

/** The text of collections that nobody has changed. */
export const storedText = (collections: readonly Collection[]): string =>
  JSON.stringify(
    collections.map(({ raw }) => raw),
    null,
    4,
  );

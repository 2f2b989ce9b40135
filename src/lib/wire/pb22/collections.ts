/* Collections as PocketBase 0.22 stores, exports and imports them. */
import { flag, type JsonObject, list, members, oneOf, text } from '#domain/app/lenient.ts';
import { type AuthOptions, type Collection, collectionTypes, type Rule } from '#domain/backend/collection.ts';
import type { Raw } from '#domain/backend/field.ts';
import { viewColumns } from '#domain/collections/view-columns.ts';
import { type Codec, one, readAll, writeAll } from '../codec.ts';
import { readField, withInvented, writeField } from './fields.ts';

const rule = (value: unknown): Rule => (typeof value === 'string' ? value : null);
const texts = (value: unknown): readonly string[] => list(value, text);

const COMMON: readonly Codec<Collection>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isSystem', 'system', flag),
  one('indexes', 'indexes', texts),
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const).map((name) =>
    one<Collection, typeof name>(name, name, rule),
  ),
];

const VIEW: readonly Codec<Collection>[] = [one('query', 'options.query', text)];
const MANAGED: readonly Codec<Collection>[] = [one('manageRule', 'options.manageRule', rule)];

/** Two names of fields that are always the same. */
const IDENTITIES = { allowUsernameAuth: 'username', allowEmailAuth: 'email' } as const;

const AUTH: readonly Codec<AuthOptions>[] = [
  {
    paths: Object.keys(IDENTITIES).map((key) => `options.${key}`),
    read: (json) => {
      const options = members(json['options']);
      const fields = Object.entries(IDENTITIES).flatMap(([key, name]) => (flag(options[key]) ? [name] : []));
      return { identityFields: fields, hasPassword: fields.length > 0 };
    },
    write: ({ hasPassword, identityFields }) =>
      Object.values(IDENTITIES).map((name) => hasPassword && identityFields.includes(name)),
  },
  one('hasOAuth2', 'options.allowOAuth2Auth', flag),
  one('minPassword', 'options.minPasswordLength', (value) => (typeof value === 'number' ? value : 0)),
  one('isVerifiedOnly', 'options.onlyVerified', flag),
  {
    paths: ['options.requireEmail', 'options.exceptEmailDomains', 'options.onlyEmailDomains'],
    read: (json) => {
      const { requireEmail, exceptEmailDomains, onlyEmailDomains } = members(json['options']);
      const [exceptDomains, onlyDomains] = [texts(exceptEmailDomains), texts(onlyEmailDomains)];
      return { email: { isRequired: flag(requireEmail), exceptDomains, onlyDomains } };
    },
    write: ({ email }) => [email?.isRequired ?? false, email?.exceptDomains ?? [], email?.onlyDomains ?? []],
  },
];

const NEW_OPTIONS: Readonly<Record<Collection['type'], JsonObject>> = {
  base: {},
  view: { query: '' },
  auth: {
    ...{ allowUsernameAuth: true, allowEmailAuth: true, allowOAuth2Auth: true },
    ...{ exceptEmailDomains: [], onlyEmailDomains: [], minPasswordLength: 8 },
    ...{ requireEmail: false, onlyVerified: false, manageRule: null },
  },
};

const newCollection = (type: Collection['type']): JsonObject => ({
  ...{ id: '', created: '', updated: '', name: '', type, system: false, schema: [], indexes: [] },
  ...{ listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null },
  options: NEW_OPTIONS[type],
});

const codecsOf = (type: Collection['type']): readonly Codec<Collection>[] => [
  ...COMMON,
  ...(type === 'view' ? VIEW : type === 'auth' ? MANAGED : []),
];

export function readCollection(value: unknown): Collection {
  const json = members(value);
  const type = oneOf(json['type'], collectionTypes, 'base');
  const read = readAll(codecsOf(type), json);
  const selected = type === 'view' ? viewColumns(read.query ?? '') : [];
  return {
    ...{ query: '', manageRule: undefined, authRule: undefined },
    ...(read as Collection),
    type,
    fields: withInvented(type, list(json['schema'], readField), selected),
    auth: type === 'auth' ? (readAll(AUTH, json) as AuthOptions) : undefined,
    raw: json as unknown as Raw,
  };
}

/** As the body of a request, and as an entry of an export. Without dates, which only the backend sets. */
export function writeCollection(collection: Collection): JsonObject {
  const { type, auth } = collection;
  const raw = collection.raw as JsonObject | undefined;
  const stored = raw?.['type'] === type ? raw : newCollection(type);
  let json = writeAll(codecsOf(type), collection, stored);
  if (auth) json = writeAll(AUTH, auth, json);
  const schema = collection.fields.filter(({ isInvented }) => !isInvented).map(writeField);
  const { created: _created, updated: _updated, ...stored22 } = json;
  return { ...(raw ? stored22 : json), schema };
}

/** A collection of this type as it is offered to whoever adds one. */
export const blankCollection = (type: Collection['type']): Collection => ({
  ...readCollection(newCollection(type)),
  raw: undefined,
});

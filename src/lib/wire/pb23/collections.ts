/*
 * Collections as PocketBase 0.23 and newer store, export and import them: every column is a field with its options beside
 * its name. Zero is no limit for some options, and the backend's own limit for others.
 */
import { flag, list, members, oneOf, text, texts } from '#domain/app/lenient.ts';
import {
  type AuthOptions,
  type Collection,
  type CollectionType,
  collectionTypes,
  type OwnAuthOptions,
  type Rule,
} from '#domain/backend/collection.ts';
import type {
  Field,
  FieldBase,
  FieldMembers,
  FieldOf,
  FieldRole,
  FieldType,
  Limit,
  Raw,
} from '#domain/backend/field.ts';
import { type Codec, numberOrNull, one, readAll } from '../codec.ts';

type Type23 = Exclude<FieldType, 'unknown'>;

/** What the backend and its upgrade store for a list without an end. */
const ENDLESS = 2_147_483_647;

const limitIn =
  (zero: Limit) =>
  (value: unknown): Limit => {
    if (typeof value !== 'number' || value === 0) return zero;
    return value >= ENDLESS ? null : value;
  };
const limitOf =
  (zero: Limit | undefined) =>
  (value: Limit): number => {
    if (value === zero) return 0;
    return typeof value === 'number' ? value : ENDLESS;
  };

/** @param zero what 0 stands for */
function limited<Model, Name extends keyof Model>(name: Name, key: string, zero: Limit): Codec<Model> {
  const read = limitIn(zero) as (value: unknown) => Model[Name];
  return one<Model, Name>(name, key, read, (value) => limitOf(zero)(value as Limit));
}

/** 0 and 1 are a single value; where a value is required, 0 is refused. */
const some = <Model extends { readonly max: Limit }>() =>
  one<Model, 'max'>('max', 'maxSelect', limitIn(1) as (value: unknown) => Model['max'], limitOf(undefined));

const COMMON: readonly Codec<FieldBase>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isSystem', 'system', flag),
  one('isHidden', 'hidden', flag),
  one('isPresentable', 'presentable', flag),
];
/** What dates that the backend sets do not have: reading and writing them again must not add it. */
const FILLED: readonly Codec<FieldBase>[] = [one('isRequired', 'required', flag), one('help', 'help', text)];

const domains: readonly Codec<FieldMembers['email']>[] = [
  one('exceptDomains', 'exceptDomains', texts),
  one('onlyDomains', 'onlyDomains', texts),
];

/** Of the members that a field of one type has. */
const OPTIONS: { readonly [Type in Type23]: readonly Codec<FieldMembers[Type]>[] } = {
  text: [
    limited('min', 'min', null),
    limited('max', 'max', 'default'),
    one('pattern', 'pattern', text),
    one('autogenerate', 'autogeneratePattern', text),
  ],
  editor: [one('stripsDomain', 'convertURLs', flag), limited('maxSize', 'maxSize', 'default')],
  number: [one('min', 'min', numberOrNull), one('max', 'max', numberOrNull), one('isWhole', 'onlyInt', flag)],
  bool: [],
  email: domains,
  url: domains,
  date: [one('min', 'min', text), one('max', 'max', text)],
  autodate: [one('onCreate', 'onCreate', flag), one('onUpdate', 'onUpdate', flag)],
  select: [some(), one('choices', 'values', texts)],
  file: [
    one('mimeTypes', 'mimeTypes', texts),
    one('thumbs', 'thumbs', texts),
    some(),
    limited('maxSize', 'maxSize', 'default'),
    one('isProtected', 'protected', flag),
  ],
  relation: [
    one('collectionId', 'collectionId', text),
    one('cascades', 'cascadeDelete', flag),
    limited('min', 'minSelect', null),
    some(),
  ],
  json: [limited('maxSize', 'maxSize', 'default')],
  password: [
    limited('min', 'min', null),
    limited('max', 'max', 'default'),
    one('pattern', 'pattern', text),
    limited('cost', 'cost', 'default'),
  ],
  geoPoint: [],
};

const isOf23 = (type: string): type is Type23 => Object.hasOwn(OPTIONS, type);

/** The codecs of a field of this type: those of all fields, and of its options. */
export const fieldCodecs = (type: string): readonly Codec<Field>[] =>
  [
    ...COMMON,
    ...(type === 'autodate' ? [] : FILLED),
    ...(isOf23(type) ? OPTIONS[type] : []),
  ] as unknown as readonly Codec<Field>[];

/** Of columns that the backend adds to a collection, whatever their options. */
const BUILT_IN: ReadonlySet<string> = new Set<FieldRole>([
  ...(['id', 'email', 'emailVisibility', 'verified', 'password', 'tokenKey'] as const),
]);

/** Whether an entry of `fields` is of a column that the backend adds. */
export const isBuiltIn = (json: Readonly<Record<string, unknown>>): boolean =>
  json['system'] === true && BUILT_IN.has(text(json['name']));

/** A record's dates are those columns that the backend sets by itself. */
function roleOf(json: Readonly<Record<string, unknown>>): FieldRole | undefined {
  if (json['type'] === 'autodate') {
    if (json['onUpdate']) return 'updated';
    return json['onCreate'] ? 'created' : undefined;
  }
  return isBuiltIn(json) ? (text(json['name']) as FieldRole) : undefined;
}

/** A field as an entry of `fields` says it. */
export function readField(value: unknown): Field {
  const json = members(value);
  const type = text(json['type']);
  const role = roleOf(json);
  // What a list of collections has thousands of is filled in place.
  const model: Partial<FieldBase> = {
    role,
    isBuiltIn: role !== undefined && BUILT_IN.has(role),
    isRequired: false,
    help: '',
    raw: json as unknown as Raw,
  };
  readAll(COMMON, json, model);
  if (type !== 'autodate') readAll(FILLED, json, model);
  if (!isOf23(type)) {
    return Object.assign(model, { type: 'unknown', typeName: type, raw: value as Raw }) as FieldOf<'unknown'>;
  }
  return readAll(OPTIONS[type] as readonly Codec<object>[], json, Object.assign(model, { type })) as Field;
}

/** Of a view, whose fields get other ids with each save: people know them by their names. */
function readViewField(value: unknown): Field {
  const field = readField(value);
  return field.isBuiltIn ? field : Object.assign(field, { id: `@${field.name}` });
}

const rule = (value: unknown): Rule => (typeof value === 'string' ? value : null);

const OF_ALL: readonly Codec<Collection>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isSystem', 'system', flag),
  one('indexes', 'indexes', (value) => list(value, text)),
  ...(['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const).map((name) =>
    one<Collection, typeof name>(name, name, rule),
  ),
];

const OF_TYPE: Readonly<Record<CollectionType, readonly Codec<Collection>[]>> = {
  base: [],
  auth: [one('authRule', 'authRule', rule), one('manageRule', 'manageRule', rule)],
  view: [one('query', 'viewQuery', text)],
};

export const collectionCodecs = (type: CollectionType): readonly Codec<Collection>[] => [
  ...OF_ALL,
  ...OF_TYPE[type],
];

/** What means the same as a switch that 0.22 had; its upgrade writes the first. */
const VERIFIED = /^\s*verified\s*=\s*true\s*$/;

/** Set by the code that reads the rest, `auth-options.ts`: no first screen has room for it. */
export const later: { readOwnAuth?: (json: Readonly<Record<string, unknown>>) => OwnAuthOptions } = {};

/** Without passwords nobody is found by them, whichever fields are kept. */
function readAuth(json: Readonly<Record<string, unknown>>): AuthOptions {
  let own: OwnAuthOptions | undefined;
  const passwords = members(json['passwordAuth']);
  const fields = list(json['fields'], members);
  const builtIn = (name: string) => members(fields.find((one) => one['name'] === name && one['system']));
  const email = builtIn('email');
  return {
    identityFields: passwords['enabled'] ? texts(passwords['identityFields']) : [],
    hasOAuth2: flag(members(json['oauth2'])['enabled']),
    minPassword: numberOrNull(builtIn('password')['min']),
    exceptDomains: texts(email['exceptDomains']),
    onlyDomains: texts(email['onlyDomains']),
    isEmailRequired: flag(email['required']),
    isVerifiedOnly: VERIFIED.test(text(json['authRule'])),
    get own() {
      own ??= later.readOwnAuth?.(json);
      return own;
    },
  };
}

/** Missing parts become empty. */
export function readCollection(value: unknown): Collection {
  const json = members(value);
  const type = oneOf(json['type'], collectionTypes, 'base');
  return {
    ...(readAll(collectionCodecs(type), json) as Collection),
    created: text(json['created']),
    updated: text(json['updated']),
    type,
    fields: list(json['fields'], type === 'view' ? readViewField : readField),
    ...(type === 'auth' && { auth: readAuth(json) }),
    raw: json as unknown as Raw,
  };
}

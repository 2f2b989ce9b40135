/*
 * A draft of how the collections of PocketBase 0.23 to 0.40 are read and written: what these answer fits Atoll's words,
 * which were made for both lines, before there is a wire for them.
 */
import { flag, list, members, oneOf, text, texts } from '#domain/app/lenient.ts';
import {
  type AuthOptions,
  type Collection,
  collectionTypes,
  type OwnAuthOptions,
} from '#domain/backend/collection.ts';
import type {
  Field,
  FieldBase,
  FieldMembers,
  FieldRole,
  FieldType,
  Limit,
  Raw,
} from '#domain/backend/field.ts';
import { isKept, type Provider, type Token } from '#domain/backend/settings.ts';
import { type Codec, numberOrNull, one, readAll } from '#wire/codec.ts';
import { writeAll } from '#wire/encode.ts';

type TypeNow = Exclude<FieldType, 'unknown'>;
const ENDLESS = 2_147_483_647;

const limit =
  (zero: Limit) =>
  (value: unknown): Limit => {
    if (typeof value !== 'number' || value === 0) return zero;
    return value >= ENDLESS ? null : value;
  };
const limitOf =
  (zero: Limit) =>
  (value: Limit): number => {
    if (value === zero) return 0;
    return typeof value === 'number' ? value : ENDLESS;
  };
const limited = <Model, Name extends keyof Model>(name: Name, key: string, zero: Limit) =>
  one<Model, Name>(name, key, limit(zero) as (value: unknown) => Model[Name], (value) =>
    limitOf(zero)(value as Limit),
  );
/** 0 and 1 are a single value. */
const some = <Model extends { readonly max: Limit }>() => limited<Model, 'max'>('max', 'maxSelect', 1);

const COMMON: readonly Codec<FieldBase>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isSystem', 'system', flag),
  one('isHidden', 'hidden', flag),
  one('isPresentable', 'presentable', flag),
  one('help', 'help', text),
];
const required: Codec<FieldBase> = one('isRequired', 'required', flag);

const domains: readonly Codec<FieldMembers['email']>[] = [
  one('exceptDomains', 'exceptDomains', texts),
  one('onlyDomains', 'onlyDomains', texts),
];

const OPTIONS_NOW: { readonly [Type in TypeNow]: readonly Codec<FieldMembers[Type]>[] } = {
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

const isNow = (type: string): type is TypeNow => Object.hasOwn(OPTIONS_NOW, type);

/** An autodate has no `required`: reading and writing it again must not add one. */
const codecsNow = (type: string): readonly Codec<Field>[] =>
  [
    ...COMMON,
    ...(type === 'autodate' ? [] : [required]),
    ...(isNow(type) ? OPTIONS_NOW[type] : []),
  ] as unknown as readonly Codec<Field>[];

const ROLES: Readonly<Record<string, FieldRole>> = {
  ...{ id: 'id', email: 'email', emailVisibility: 'emailVisibility', verified: 'verified' },
  ...{ password: 'password', tokenKey: 'tokenKey' },
};

/** A record's dates are those columns that the backend sets by itself. */
function roleOf(json: Readonly<Record<string, unknown>>): FieldRole | undefined {
  if (json['type'] === 'autodate') return json['onUpdate'] ? 'updated' : 'created';
  return json['system'] ? ROLES[text(json['name'])] : undefined;
}

function readFieldNow(value: unknown): Field {
  const json = members(value);
  const type = text(json['type']);
  return {
    ...{ isRequired: false, role: roleOf(json), isInvented: false },
    ...(isNow(type) ? { type } : { type: 'unknown', typeName: type }),
    ...readAll(codecsNow(type), json),
    raw: json as unknown as Raw,
  } as Field;
}

const rule = (value: unknown) => (typeof value === 'string' ? value : null);
const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;
const OF_ALL: readonly Codec<Collection>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isSystem', 'system', flag),
  one('indexes', 'indexes', (value) => list(value, text)),
  ...RULES.map((name) => one<Collection, typeof name>(name, name, rule)),
];
const OF_KIND: Readonly<Record<string, readonly Codec<Collection>[]>> = {
  base: [],
  auth: [one('manageRule', 'manageRule', rule)],
  view: [one('query', 'viewQuery', text)],
};

const TOKENS = ['auth', 'passwordReset', 'emailChange', 'verification', 'file'];
const TEMPLATES = { verification: 'verificationTemplate', passwordReset: 'resetPasswordTemplate' };

/** No version tells whether there is one. */
const secret = { kept: 'unknown' } as const;
const PROVIDER: readonly Codec<Provider & { readonly name: string }>[] = [
  one('name', 'name', text),
  one('clientId', 'clientId', text),
  one(
    'clientSecret',
    'clientSecret',
    () => secret,
    (value) => (isKept(value) ? undefined : value),
  ),
  one('authUrl', 'authURL', text),
  one('tokenUrl', 'tokenURL', text),
  one('userInfoUrl', 'userInfoURL', text),
  one('displayName', 'displayName', text),
  one('pkce', 'pkce', (value) => (typeof value === 'boolean' ? value : null)),
];

function readOwn(json: Readonly<Record<string, unknown>>): OwnAuthOptions {
  const at = (key: string) => members(json[key]);
  const factor = (key: string) => ({
    isEnabled: flag(at(key)['enabled']),
    duration: numberOrNull(at(key)['duration']),
  });
  const token = (name: string): Token => ({
    duration: numberOrNull(at(`${name}Token`)['duration']) ?? undefined,
    secret,
  });
  const template = (key: string) => ({ subject: text(at(key)['subject']), body: text(at(key)['body']) });
  return {
    authRule: rule(json['authRule']),
    hasAlert: flag(at('authAlert')['enabled']),
    oneTimePassword: { ...factor('otp'), length: numberOrNull(at('otp')['length']) },
    secondFactor: { ...factor('mfa'), rule: text(at('mfa')['rule']) },
    tokens: Object.fromEntries(TOKENS.map((name) => [name, token(name)])),
    templates: Object.fromEntries(Object.entries(TEMPLATES).map(([name, key]) => [name, template(key)])),
    providers: list(at('oauth2')['providers'], (value) => ({
      ...(readAll(PROVIDER, members(value)) as Provider & { readonly name: string }),
      isEnabled: true,
    })),
  };
}

/** Without passwords nobody is found by them, whichever fields are kept. */
function readAuthNow(json: Readonly<Record<string, unknown>>): AuthOptions {
  const passwords = members(json['passwordAuth']);
  const fields = list(json['fields'], members);
  const email = members(fields.find(({ name, system }) => name === 'email' && system));
  return {
    identityFields: passwords['enabled'] ? texts(passwords['identityFields']) : [],
    hasOAuth2: flag(members(json['oauth2'])['enabled']),
    minPassword: numberOrNull(members(fields.find(({ type }) => type === 'password'))['min']),
    exceptDomains: texts(email['exceptDomains']),
    onlyDomains: texts(email['onlyDomains']),
    isEmailRequired: flag(email['required']),
    isVerifiedOnly: text(json['authRule']) === 'verified = true',
    own: readOwn(json),
  };
}

export function readCollectionNow(value: unknown): Collection {
  const json = members(value);
  const type = oneOf(json['type'], collectionTypes, 'base');
  return {
    ...(readAll([...OF_ALL, ...(OF_KIND[type] ?? [])], json) as Collection),
    created: text(json['created']),
    updated: text(json['updated']),
    type,
    fields: list(json['fields'], readFieldNow),
    ...(type === 'auth' && { auth: readAuthNow(json) }),
    raw: json as unknown as Raw,
  };
}

const rawOf = ({ raw }: { readonly raw: Raw | undefined }) =>
  raw as unknown as Readonly<Record<string, unknown>>;

/** The object of a stored collection, with what of its members and fields differs. */
export function writeCollectionNow(collection: Collection): Readonly<Record<string, unknown>> {
  const codecs = [...OF_ALL, ...(OF_KIND[collection.type] ?? [])];
  const fields = collection.fields.map((field) =>
    writeAll(codecsNow(text(rawOf(field)['type'])), field, rawOf(field)),
  );
  return { ...writeAll(codecs, collection, rawOf(collection)), fields };
}

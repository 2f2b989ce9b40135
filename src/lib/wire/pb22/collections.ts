/*
 * Collections as PocketBase 0.22 stores, exports and imports them, with their fields: those of `schema`, and the columns
 * that no list has. `configuration.ts` compares and changes a text of them.
 */
import { flag, list, members, oneOf, text, texts } from '#domain/app/lenient.ts';
import {
  type AuthOptions,
  type Collection,
  type CollectionType,
  collectionTypes,
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

type Type22 = Exclude<FieldType, 'autodate' | 'password' | 'geoPoint' | 'unknown'>;

/** A list has two or more; any other value is that of a field with a single one. */
const some = (value: unknown): Limit => (typeof value === 'number' && value > 1 ? value : 1);

/** Of a field of any type. */
export const FIELD: readonly Codec<FieldBase>[] = [
  one('id', 'id', text),
  one('name', 'name', text),
  one('isRequired', 'required', flag),
  one('isPresentable', 'presentable', flag),
  one('isSystem', 'system', flag),
];

const domains: readonly Codec<FieldMembers['email']>[] = [
  one('exceptDomains', 'options.exceptDomains', texts),
  one('onlyDomains', 'options.onlyDomains', texts),
];

/** Of the members that a field of one type has. */
export const OPTIONS: { readonly [Type in Type22]: readonly Codec<FieldMembers[Type]>[] } = {
  text: [
    one('min', 'options.min', numberOrNull, numberOrNull),
    one('max', 'options.max', numberOrNull, numberOrNull),
    one('pattern', 'options.pattern', text),
  ],
  editor: [one('stripsDomain', 'options.convertUrls', flag)],
  number: [
    one('min', 'options.min', numberOrNull),
    one('max', 'options.max', numberOrNull),
    one('isWhole', 'options.noDecimal', flag),
  ],
  bool: [],
  email: domains,
  url: domains,
  date: [one('min', 'options.min', text), one('max', 'options.max', text)],
  select: [one('max', 'options.maxSelect', some, numberOrNull), one('choices', 'options.values', texts)],
  file: [
    one('mimeTypes', 'options.mimeTypes', texts),
    one('thumbs', 'options.thumbs', texts),
    one('max', 'options.maxSelect', some, numberOrNull),
    one('maxSize', 'options.maxSize', numberOrNull, numberOrNull),
    one('isProtected', 'options.protected', flag),
  ],
  relation: [
    one('collectionId', 'options.collectionId', text),
    one('cascades', 'options.cascadeDelete', flag),
    one('min', 'options.minSelect', numberOrNull, numberOrNull),
    one('max', 'options.maxSelect', numberOrNull, numberOrNull),
  ],
  json: [one('maxSize', 'options.maxSize', numberOrNull, numberOrNull)],
};

/** The codecs of a field of this type: those of all fields, and of its options. */
export const fieldCodecs = (type: Type22): readonly Codec<Field>[] =>
  [...FIELD, ...OPTIONS[type]] as unknown as readonly Codec<Field>[];

export const isOf22 = (type: string): type is Type22 => Object.hasOwn(OPTIONS, type);

/** A field as an entry of `schema` says it. */
export function readField(value: unknown): Field {
  const json = members(value);
  const type = text(json['type']);
  // A list of collections has thousands: `...` in a literal takes 30 times as long.
  const base = { role: undefined, isBuiltIn: false, isHidden: false, help: '', type, raw: json };
  const model = readAll(FIELD, json, base as unknown as Partial<FieldBase>);
  if (!isOf22(type)) {
    return Object.assign(model, { type: 'unknown', typeName: type, raw: value as Raw }) as FieldOf<'unknown'>;
  }
  return readAll(OPTIONS[type] as readonly Codec<object>[], json, model) as Field;
}

type Invented = 'text' | 'email' | 'bool' | 'date' | 'password';
const EMPTY: { readonly [Type in Invented]: FieldMembers[Type] } = {
  text: { min: null, max: null, pattern: '' },
  email: { exceptDomains: [], onlyDomains: [] },
  bool: {},
  date: { min: '', max: '' },
  password: { min: 'default', max: 72, pattern: '', cost: 'default' },
};

/** A column that no list of fields has. Hidden columns are stored by its id. */
const invented = (type: Invented, name: string, role?: FieldRole, isHidden = false): Field =>
  ({
    ...{ id: `@${name}`, name, role, isBuiltIn: true, isSystem: true, isHidden },
    ...{ isPresentable: false, isRequired: false, help: '', raw: undefined, type },
    ...EMPTY[type],
  }) as Field;

const ID = invented('text', 'id', 'id');
const USER = [
  invented('text', 'username', 'username'),
  invented('email', 'email', 'email'),
  invented('bool', 'emailVisibility', 'emailVisibility'),
  invented('bool', 'verified', 'verified'),
];
/** No record shows them; indexes may have them. */
const SECRETS = [
  invented('text', 'tokenKey', 'tokenKey', true),
  invented('password', 'passwordHash', 'password', true),
  ...['lastResetSentAt', 'lastVerificationSentAt', 'lastLoginAlertSentAt'].map((name) =>
    invented('date', name, undefined, true),
  ),
];
const DATES = [invented('date', 'created', 'created'), invented('date', 'updated', 'updated')];

/** Replaces comments and special characters in quoted text; positions stay the same. */
function maskQuoted(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/g, (part) =>
    /^["`[]/.test(part) ? part.replace(/[^\w]/g, '_') : ' '.repeat(part.length),
  );
}

/** Replaces everything inside parentheses; positions stay the same. */
function maskNested(sql: string): string {
  let depth = 0;
  let masked = '';
  for (const char of sql) {
    if (char === ')') depth = Math.max(0, depth - 1);
    masked += depth > 0 ? '_' : char;
    if (char === '(') depth += 1;
  }
  return masked;
}

/** A column in parentheses, which the database names as without them. */
const IN_PARENTHESES = /([,(]|\bselect|\bdistinct|\ball)\s*\(\s*([\w.]+)\s*\)/gi;

function unwrapColumns(sql: string): string {
  const unwrapped = sql.replace(IN_PARENTHESES, '$1 $2 ');
  return unwrapped === sql ? sql : unwrapColumns(unwrapped);
}

/** The columns that a view's query selects: aliases, else the last parts of expressions. Does not parse SQL. */
export function viewColumns(query: string): string[] {
  const masked = maskNested(unwrapColumns(maskQuoted(query)));
  const select = /\bselect\b(?:\s+(?:distinct|all)\b)?([\s\S]*?)(?:\bfrom\b|$)/i.exec(masked);
  return (select?.[1] ?? '')
    .split(',')
    .map((part) => (/(\w+)\W*$/.exec(part)?.[1] ?? '').replace(/^_+|_+$/g, ''))
    .filter(Boolean);
}

/** All columns: those of `schema`, and what the backend adds, of dates in a view only what its query selects. */
export function withInvented(type: CollectionType, own: readonly Field[], query: string): readonly Field[] {
  const selected = type === 'view' ? viewColumns(query) : [];
  const dates = type === 'view' ? DATES.filter(({ name }) => selected.includes(name)) : DATES;
  const user = type === 'auth' ? [...USER, ...SECRETS] : [];
  return [ID, ...user, ...own, ...dates];
}

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

export const collectionCodecs = (type: CollectionType): readonly Codec<Collection>[] => [
  ...COMMON,
  ...OF_TYPE[type],
];

/** Missing parts become empty. */
export function readCollection(value: unknown): Collection {
  const json = members(value);
  const type = oneOf(json['type'], collectionTypes, 'base');
  const read = readAll(collectionCodecs(type), json) as Collection;
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

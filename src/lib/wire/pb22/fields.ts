/* The fields of PocketBase 0.22: those of `schema`, and the columns that no list has. */
import { flag, type JsonObject, list, members, text } from '#domain/app/lenient.ts';
import type { CollectionType } from '#domain/backend/collection.ts';
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
import { type Codec, number, one, readAll, writeAll } from '../codec.ts';

/** In the order of the menu for a new field. */
export const FIELD_TYPES = [
  ...([
    'text',
    'editor',
    'number',
    'bool',
    'email',
    'url',
    'date',
    'select',
    'file',
    'relation',
    'json',
  ] as const),
] as const;
type Type22 = (typeof FIELD_TYPES)[number];

const texts = (value: unknown): readonly string[] => list(value, text);
const limit = (value: unknown): Limit => number(value) ?? 'none';
const orNull = (value: Limit | undefined): number | null => (typeof value === 'number' ? value : null);

/** A list of at most so many values; up to one is a single value. */
const some = (value: unknown): Limit | false => {
  const most = number(value) ?? 1;
  return most > 1 && most;
};
/** Null is a list without limit. */
const someOrAll = (value: unknown): Limit | false => (number(value) === undefined ? 'none' : some(value));
const most = (many: Limit | false): number | null => (many === false ? 1 : orNull(many));

const COMMON: readonly Codec<FieldBase>[] = [
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

const OPTIONS: { readonly [Type in Type22]: readonly Codec<FieldMembers[Type]>[] } = {
  text: [
    one('min', 'options.min', limit, orNull),
    one('max', 'options.max', limit, orNull),
    one('pattern', 'options.pattern', text),
  ],
  editor: [one('stripsDomain', 'options.convertUrls', flag)],
  number: [
    one('min', 'options.min', number, orNull),
    one('max', 'options.max', number, orNull),
    one('isWhole', 'options.noDecimal', flag),
  ],
  bool: [],
  email: domains,
  url: domains,
  date: [one('min', 'options.min', text), one('max', 'options.max', text)],
  select: [one('many', 'options.maxSelect', some, most), one('choices', 'options.values', texts)],
  file: [
    one('mimeTypes', 'options.mimeTypes', texts),
    one('thumbs', 'options.thumbs', texts),
    one('many', 'options.maxSelect', some, most),
    one('maxSize', 'options.maxSize', limit, orNull),
    one('isProtected', 'options.protected', flag),
  ],
  relation: [
    one('collectionId', 'options.collectionId', text),
    one('cascades', 'options.cascadeDelete', flag),
    one('min', 'options.minSelect', limit, orNull),
    one('many', 'options.maxSelect', someOrAll, most),
  ],
  json: [one('maxSize', 'options.maxSize', limit, orNull)],
};

/** What the types of other versions have beside these. */
const ELSEWHERE: Readonly<Partial<Record<Type22, object>>> = {
  text: { autogenerate: '' },
  editor: { maxSize: 'none' },
};

/** What a new field of each type begins with, in the order in which the backend sends it. */
const NEW_OPTIONS: Readonly<Record<Type22, JsonObject>> = {
  text: { min: null, max: null, pattern: '' },
  number: { min: null, max: null, noDecimal: false },
  bool: {},
  email: { exceptDomains: [], onlyDomains: [] },
  url: { exceptDomains: [], onlyDomains: [] },
  editor: { convertUrls: false },
  date: { min: '', max: '' },
  select: { maxSelect: 1, values: [] },
  json: { maxSize: 2_000_000 },
  file: { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 5_242_880, protected: false },
  relation: { collectionId: '', cascadeDelete: false, minSelect: null, maxSelect: 1 },
};

const newField = (type: Type22): JsonObject => ({
  ...{ id: '', name: '', type, required: false, presentable: false, system: false },
  options: NEW_OPTIONS[type],
});

const NO_ROLE = { role: undefined, isInvented: false, isHidden: false, help: '' } as const;

/** The codecs of a field of this type: those of all fields, and of its options. */
const codecsOf = (type: Type22): readonly Codec<Field>[] =>
  [...COMMON, ...OPTIONS[type]] as unknown as readonly Codec<Field>[];

const isOf22 = (type: FieldType | string): type is Type22 =>
  (FIELD_TYPES as readonly string[]).includes(type);

/** A field as an entry of `schema` says it. */
export function readField(value: unknown): Field {
  const json = members(value);
  const type = text(json['type']);
  if (!isOf22(type)) {
    const base = { ...NO_ROLE, ...readAll(COMMON, json), raw: json as unknown as Raw };
    return { ...base, type: 'unknown', typeName: type } as FieldOf<'unknown'>;
  }
  return {
    ...NO_ROLE,
    ...ELSEWHERE[type],
    ...readAll(codecsOf(type), json),
    type,
    raw: json as unknown as Raw,
  } as Field;
}

/** A field as an entry of `schema`. @throws Error for a type that 0.22 does not have */
export function writeField(field: Field): JsonObject {
  const raw = field.raw as JsonObject | undefined;
  if (field.type === 'unknown') return writeAll(COMMON, field, raw ?? {});
  if (!isOf22(field.type)) throw new Error(`PocketBase 0.22 has no fields of the type ${field.type}.`);
  const isStored = raw !== undefined && raw['type'] === field.type;
  return writeAll(codecsOf(field.type), field, isStored ? raw : newField(field.type));
}

/** A field of this type as it is offered to whoever adds one. */
export const blankField = (type: Type22): Field => ({ ...readField(newField(type)), raw: undefined });

function invented(
  type: 'text' | 'email' | 'bool' | 'date' | 'password',
  role: FieldRole,
  more: Partial<FieldBase>,
): Field {
  const members = {
    text: { min: 'none', max: 'none', pattern: '', autogenerate: '' },
    email: { exceptDomains: [], onlyDomains: [] },
    bool: {},
    date: { min: '', max: '' },
    password: { min: 'default', max: 72, pattern: '', cost: 'default' },
  }[type];
  const base = { ...NO_ROLE, id: `@${role}`, name: role, role, isInvented: true, isSystem: true };
  const off = { isPresentable: false, isRequired: false, raw: undefined };
  return { ...base, ...off, ...more, type, ...members } as Field;
}

const ID = invented('text', 'id', {});
const USER = [
  invented('text', 'username', {}),
  invented('email', 'email', {}),
  invented('bool', 'emailVisibility', {}),
  invented('bool', 'verified', {}),
];
const SECRETS = [
  invented('password', 'password', { isHidden: true }),
  invented('text', 'tokenKey', { isHidden: true }),
];
const DATES = [invented('date', 'created', {}), invented('date', 'updated', {})];

/** All columns of a collection: those of its `schema`, and what the backend adds to those of its type. */
export function withInvented(
  type: CollectionType,
  own: readonly Field[],
  selected: readonly string[],
): readonly Field[] {
  const dates = type === 'view' ? DATES.filter(({ name }) => selected.includes(name)) : DATES;
  const user = type === 'auth' ? [...USER, ...SECRETS] : [];
  return [ID, ...user, ...own, ...dates];
}

/*
 * Collections in the text of PocketBase 0.23 and newer, in that of 0.22. What would let other people in, or keep other
 * data, is refused; what 0.22 has in its settings is named.
 */
import type { JsonObject } from '#domain/app/lenient.ts';
import { type Collection, fieldWith, ownFields } from '#domain/backend/collection.ts';
import type { Translate } from '#domain/backend/configuration.ts';
import type { Field, FieldOf } from '#domain/backend/field.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { mixedRefusals, replaceInRule, wordsOfRule } from '../both/translation.ts';
import { configuration as newer } from '../pb23/configuration.ts';
import { isOf22 } from './collections.ts';
import { writeField } from './save-collection.ts';

/** Characters of an id of a collection, and the fewest of one of a field. */
const ID = { collection: 15, field: 5 } as const;

/** The same one each time: a second import finds what the first has made. */
function idFor(id: string, taken: ReadonlySet<string>): string {
  if (id.length === ID.collection) return id;
  for (let number = 0; ; number += 1) {
    const end = number ? `${number}` : '';
    const made = id.slice(0, ID.collection - end.length).padEnd(ID.collection - end.length, '0') + end;
    if (!taken.has(made)) return made;
  }
}

/** By id of the file. */
function newIds(collections: readonly Collection[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { id } of collections) if (id) ids.set(id, idFor(id, new Set(ids.values())));
  return ids;
}

const isCreated = ({ type, name }: Field): boolean =>
  type === 'autodate' && (name === 'created' || name === 'updated');
const isUsername = ({ type, name }: Field, { type: of }: Collection): boolean =>
  of === 'auth' && type === 'text' && name === 'username';

/** Those that have an entry of their own in 0.22: it has the others in each collection. */
const keptFields = (collection: Collection): readonly Field[] =>
  ownFields(collection).filter((field) => !isCreated(field) && !isUsername(field, collection));

/** Bytes and characters that the newer line allows where a field has no limit of its own. */
const DEFAULT = { text: 5000, file: 5_242_880, json: 5_242_880 } as const;

/** With the limits that 0.22 does not have by itself. */
function withLimits(field: Field): Field {
  const of = (limit: unknown, own: number) => (limit === 'default' ? own : limit);
  switch (field.type) {
    case 'text':
      return { ...field, max: of(field.max, DEFAULT.text) } as Field;
    case 'file':
      return { ...field, maxSize: of(field.maxSize, DEFAULT.file) } as Field;
    case 'json':
      return { ...field, maxSize: of(field.maxSize, DEFAULT.json) } as Field;
    default:
      return field;
  }
}

function fieldOf(field: Field, ids: ReadonlyMap<string, string>): JsonObject {
  const target = relatedId(field);
  const related = target === undefined ? {} : { collectionId: ids.get(target) ?? target };
  const id = field.id === '' ? '' : field.id.padEnd(ID.field, '0');
  return writeField({ ...withLimits(field), ...related, id, raw: undefined } as Field);
}

/** The column of a unique index that each auth collection of 0.22 has by itself. */
const OWN_INDEX =
  /^\s*create\s+unique\s+index\s[^(]*\(\s*[`"'[]?(?:email|tokenKey|username)[`"'\]]?[^,)]*\)/i;

const ruleOf = (rule: string | null | undefined) =>
  typeof rule === 'string' ? replaceInRule(rule, /@request\.body\b/g, '@request.data') : (rule ?? null);

const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule'] as const;

function optionsOf({ type, auth, manageRule, query }: Collection): JsonObject {
  if (type === 'view') return { query };
  if (!auth) return {};
  return {
    manageRule: ruleOf(manageRule),
    allowUsernameAuth: auth.identityFields.includes('username'),
    allowEmailAuth: auth.identityFields.includes('email'),
    allowOAuth2Auth: auth.hasOAuth2,
    exceptEmailDomains: auth.exceptDomains,
    onlyEmailDomains: auth.onlyDomains,
    minPasswordLength: auth.minPassword,
    requireEmail: auth.isEmailRequired,
    onlyVerified: auth.isVerifiedOnly,
  };
}

function entryOf(collection: Collection, ids: ReadonlyMap<string, string>): JsonObject {
  const { id, name, type, indexes } = collection;
  const isView = type === 'view';
  return {
    ...(id && { id: ids.get(id) }),
    ...{ name, type, system: false },
    schema: isView ? [] : keptFields(collection).map((field) => fieldOf(field, ids)),
    ...(!isView && { indexes: type === 'auth' ? indexes.filter((sql) => !OWN_INDEX.test(sql)) : indexes }),
    ...Object.fromEntries(RULES.map((rule) => [rule, ruleOf(collection[rule])])),
    options: optionsOf(collection),
  };
}

/** What a rule of 0.22 can't have. */
const NEW_IN_RULES: readonly (readonly [RegExp, string])[] = [
  [/:changed\b/, ':changed'],
  [/:lower\b/, ':lower'],
  [/@yesterday\b/, '@yesterday'],
  [/@tomorrow\b/, '@tomorrow'],
  [/\bgeoDistance\s*\(/, 'geoDistance()'],
  [/\bstrftime\s*\(/, 'strftime()'],
  [/@collection\._\w+/, 'a collection of the backend itself'],
];

function* ruleRefusals(collection: Collection): Generator<string> {
  for (const name of [...RULES, 'manageRule'] as const) {
    const words = wordsOfRule(collection[name] ?? '');
    const found = NEW_IN_RULES.find(([pattern]) => pattern.test(words));
    if (found) yield `its ${name} has ${found[1]}`;
  }
}

const isSame = (field: Field | undefined, options: JsonObject): boolean =>
  !field ||
  Object.entries(options).every(([name, value]) => (field as unknown as JsonObject)[name] === value);

const ID_FIELD = { min: 15, max: 15, pattern: '^[a-z0-9]+$', autogenerate: '[a-z0-9]{15}' };

function* authRefusals(collection: Collection): Generator<string> {
  const { auth, authRule } = collection;
  if (!auth) return;
  const { own, identityFields, minPassword } = auth;
  if (!auth.isVerifiedOnly && (authRule ?? '') !== '')
    yield 'its rule of who may sign in says more than “verified”';
  if (authRule === null) yield 'nobody may sign in to it';
  const others = identityFields.filter((name) => name !== 'email' && name !== 'username');
  if (others.length) yield `accounts sign in by ${others.join(', ')}`;
  if (own?.['secondFactor.isEnabled']) yield 'it asks for a second factor';
  if (own?.['oneTimePassword.isEnabled']) yield 'accounts sign in with a one-time password';
  if (minPassword === null || minPassword < 5) yield 'its passwords may have less than 5 characters';
  const password = fieldWith(collection, 'password') as FieldOf<'password'> | undefined;
  if (password?.pattern) yield 'its passwords must match a pattern';
}

function* collectionRefusals(collection: Collection): Generator<string> {
  const { name, type } = collection;
  if (!/^[a-zA-Z0-9]/.test(name)) yield 'its name begins with _';
  yield* ruleRefusals(collection);
  if (type === 'view') return;
  if (!isSame(fieldWith(collection, 'id'), ID_FIELD)) yield 'its ids have a form of their own';
  yield* authRefusals(collection);
  if (type === 'base' && !keptFields(collection).length) yield 'it has no field beside id and dates';
}

const RESERVED: ReadonlySet<string> = new Set([
  ...['id', 'created', 'updated', 'expand', 'collectionId', 'collectionName', 'true', 'false', 'null'],
]);
const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  ...['username', 'email', 'emailVisibility', 'verified', 'tokenKey', 'passwordHash'],
  ...['lastResetSentAt', 'lastVerificationSentAt', 'lastLoginAlertSentAt'],
]);

/** The types of fields whose name is not clear without it. */
const TYPES: Readonly<Record<string, string>> = {
  autodate: 'a date that is set by itself',
  password: 'a password of its own',
  geoPoint: 'a point on the map',
};

function* fieldRefusals(
  field: Field,
  collection: Collection,
  system: ReadonlySet<string>,
): Generator<string> {
  const { name, type } = field;
  if (!isOf22(type)) yield type === 'unknown' ? `the type “${field.typeName}”` : (TYPES[type] ?? type);
  if (RESERVED.has(name) || (collection.type === 'auth' && OF_ACCOUNTS.has(name)))
    yield 'a column of 0.22 has its name';
  if (field.isHidden) yield 'it is hidden, and would be shown';
  if (field.help) yield 'it has a help text';
  if (type === 'text' && field.autogenerate) yield 'its values are generated';
  if (type === 'editor' && typeof field.maxSize === 'number') yield 'it has a largest size';
  if (system.has(relatedId(field) ?? '')) yield 'it refers to a collection of the backend itself';
}

/** Dates and usernames that are as those that each collection of 0.22 has. */
function* ownRefusals(field: Field): Generator<string> {
  if (field.isHidden) yield 'it is hidden, and would be shown';
  if (field.type === 'autodate' && (!field.onCreate || field.onUpdate !== (field.name === 'updated')))
    yield 'it is set in another way than 0.22 does it';
  if (field.type === 'text' && !field.isRequired) yield 'it may be empty';
}

function refusalsOf(collection: Collection, system: ReadonlySet<string>): string[] {
  const kept = new Set(collection.type === 'view' ? [] : keptFields(collection));
  const own = collection.type === 'view' ? [] : ownFields(collection);
  return [
    ...Array.from(collectionRefusals(collection), (reason) => `${collection.name} (${reason})`),
    ...own.flatMap((field) =>
      Array.from(
        kept.has(field) ? fieldRefusals(field, collection, system) : ownRefusals(field),
        (reason) => `${collection.name}.${field.name} (${reason})`,
      ),
    ),
  ];
}

const labels = (collections: readonly Collection[], isNamed: (field: Field) => boolean): string[] =>
  collections.flatMap((one) =>
    (one.type === 'view' ? [] : keptFields(one)).filter(isNamed).map(({ name }) => `${one.name}.${name}`),
  );

function notesOf(collections: readonly Collection[], system: readonly Collection[]): string[] {
  const about = (names: readonly string[], sentence: string) =>
    names.length ? [`${sentence} ${names.join(', ')}.`] : [];
  const named = (isNamed: (one: Collection) => boolean) =>
    collections.filter(isNamed).map(({ name }) => name);
  const has = (one: Collection, name: string) => ownFields(one).some((field) => field.name === name);
  const rules = named((one) => RULES.some((rule) => ruleOf(one[rule]) !== one[rule]));
  return [
    'This configuration is of PocketBase 0.23 or newer.',
    'It is translated for PocketBase 0.22, which has dates and usernames in each collection by itself.',
    ...about(
      system.map(({ name }) => name),
      'Left out, because they are the newer backend’s own:',
    ),
    ...about(rules, '@request.body becomes @request.data in rules of'),
    ...about(
      named(({ id }) => id.length !== ID.collection),
      'They get ids of 15 characters, which relations follow:',
    ),
    ...about(
      named((one) => one.type !== 'view' && !(has(one, 'created') && has(one, 'updated'))),
      'They get the dates that they lack:',
    ),
    ...about(
      named((one) => one.type === 'auth' && !has(one, 'username')),
      'Their accounts get a username, which they lack:',
    ),
    ...about(
      named(({ type }) => type === 'auth'),
      'Mail templates, tokens, login alerts and OAuth2 providers with their fields are settings in 0.22, or not there, and are not taken over from',
    ),
    ...about(
      labels(collections, (field) => field.type === 'editor' && field.maxSize === 'default'),
      'No limit of their size is left for',
    ),
    ...about(
      labels(collections, (field) => field.type === 'json' && field.maxSize === 'default'),
      'The largest size becomes 5 MB for',
    ),
  ];
}

/** Entries of the newer line. */
export const fromNewer: Translate = (entries) => {
  const all = entries.map((entry) => newer.readUndated(newer.spelled(entry)));
  const [own, system] = [false, true].map((isSystem) => all.filter((one) => one.isSystem === isSystem)) as [
    Collection[],
    Collection[],
  ];
  const [ids, systemIds] = [newIds(own), new Set(system.map(({ id }) => id))];
  const refusals = [
    ...mixedRefusals(entries, (entry) => newer.isForeign(newer.spelled(entry))),
    ...own.flatMap((one) => refusalsOf(one, systemIds)),
  ];
  const translated = refusals.length ? [] : own.map((one) => entryOf(one, ids));
  return { entries: translated, notes: notesOf(own, system), refusals };
};

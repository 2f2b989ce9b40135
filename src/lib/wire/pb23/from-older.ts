/* Collections in the text of 0.22, in that of PocketBase 0.23 and newer: what its own upgrade makes of them. */
import { type JsonObject, members } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Translate } from '#domain/backend/configuration.ts';
import type { Field } from '#domain/backend/field.ts';
import { mixedRefusals, replaceInRule } from '../both/translation.ts';
import { isOf22, readEntry } from '../pb22/collections.ts';
import { configuration as older } from '../pb22/configuration.ts';
import { writeField } from './save-collection.ts';

/** What no field of 0.22 says: a stored one keeps it. */
const UNSAID: ReadonlySet<string> = new Set(['hidden', 'help', 'autogeneratePattern']);

function fieldOf(field: Field): JsonObject {
  const json = writeField({ ...field, raw: undefined } as Field);
  return Object.fromEntries(Object.entries(json).filter(([name]) => !UNSAID.has(name)));
}

/** A column that 0.22 has in each collection, as the upgrade names it. */
const DATES: readonly JsonObject[] = [
  { id: 'autodate2990389176', name: 'created', type: 'autodate', onCreate: true, onUpdate: false },
  { id: 'autodate3332085495', name: 'updated', type: 'autodate', onCreate: true, onUpdate: true },
];
const USERNAME: JsonObject = {
  ...{ id: 'text4166911607', name: 'username', type: 'text', required: true, min: 3, max: 150 },
  ...{ pattern: '^[\\w][\\w\\.\\-]*$', autogeneratePattern: 'users[0-9]{6}' },
};

const builtIn = (name: string, type: string, options: JsonObject): JsonObject => ({
  ...{ name, type, system: true },
  ...options,
});

function accountFields({ auth }: Collection): readonly JsonObject[] {
  if (!auth) return [];
  const { minPassword, isEmailRequired, exceptDomains, onlyDomains } = auth;
  return [
    builtIn('password', 'password', minPassword === null ? {} : { min: minPassword }),
    builtIn('email', 'email', { required: isEmailRequired, exceptDomains, onlyDomains }),
    USERNAME,
  ];
}

/** @param name of the collection */
const usernameIndex = (id: string, name: string): string =>
  `CREATE UNIQUE INDEX \`_${id}_username_idx\` ON \`${name}\` (username COLLATE NOCASE)`;

const RULES = ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'manageRule'] as const;

const ruleOf = (rule: string | null | undefined) =>
  typeof rule === 'string' ? replaceInRule(rule, /@request\.data\b/g, '@request.body') : rule;

/** As the upgrade writes that only verified accounts may sign in. */
const VERIFIED = 'verified=true';

function authOf({ auth, manageRule }: Collection): JsonObject {
  if (!auth) return {};
  const { identityFields, hasOAuth2, isVerifiedOnly } = auth;
  const enabled = identityFields.length > 0;
  return {
    authRule: isVerifiedOnly ? VERIFIED : '',
    manageRule: ruleOf(manageRule),
    passwordAuth: { enabled, ...(enabled && { identityFields }) },
    oauth2: { enabled: hasOAuth2, ...(hasOAuth2 && { mappedFields: { username: 'username' } }) },
  };
}

function entryOf(collection: Collection, json: JsonObject): JsonObject {
  const { id, name, type, isSystem, indexes, query } = collection;
  const rules = Object.fromEntries(
    RULES.filter((rule) => rule !== 'manageRule').map((rule) => [rule, ruleOf(collection[rule])]),
  );
  const common = { ...(id && { id }), name, type, system: isSystem, ...rules };
  if (type === 'view') return { ...common, viewQuery: query };
  // A file from before 0.14 says nothing of indexes.
  const isIndexed = type === 'auth' || Array.isArray(json['indexes']);
  const username = type === 'auth' ? [usernameIndex(id, name)] : [];
  const fields = [...accountFields(collection), ...ownFields(collection).map(fieldOf), ...DATES];
  return {
    ...common,
    ...authOf(collection),
    fields,
    ...(isIndexed && { indexes: [...username, ...indexes] }),
  };
}

/** Names that built-in columns have here, or that no field may have. */
const TAKEN: ReadonlySet<string> = new Set(['password', 'tokenKey', 'passwordConfirm', 'oldPassword']);
/** Columns that the upgrade removes or renames. */
const GONE = /\b(?:passwordHash|lastResetSentAt|lastVerificationSentAt|lastLoginAlertSentAt)\b/;

function* refusalsOf(collection: Collection): Generator<string> {
  const { name, type, query = '', indexes } = collection;
  const gone = [query, ...indexes].map((sql) => GONE.exec(sql)?.[0]).find(Boolean);
  if (gone) yield `${name} (its query or an index has the column ${gone})`;
  if (type === 'view') return;
  const unique = new Set(older.oldUniqueFields(collection));
  for (const field of ownFields(collection)) {
    const label = `${name}.${field.name}`;
    if (field.type === 'unknown') yield `${label} (a field of the type “${field.typeName}”)`;
    else if (!isOf22(field.type)) yield `${label} (a field of the type “${field.type}”)`;
    if (type === 'auth' && TAKEN.has(field.name)) yield `${label} (a built-in field has this name)`;
    if (field.type === 'text' && typeof field.max === 'number' && field.max <= 0)
      yield `${label} (it allows no text)`;
    if (unique.has(field))
      yield `${label} (unique in the way of PocketBase before 0.14: give the collection a unique index and its list “indexes” first)`;
  }
}

/** A condition that is true for an empty list from 0.24 on, and was not before. */
const OTHER_MEANING = /(?:\.\w+(?::\w+)?|:each)\s*\??!(?:=|~)/;

function notesOf(collections: readonly Collection[]): string[] {
  const rules = collections.flatMap((one) =>
    RULES.flatMap((rule) => (one[rule] ? [{ label: `${one.name} (${rule})`, text: one[rule] }] : [])),
  );
  const named = (isNamed: (rule: string) => boolean) =>
    rules.filter(({ text }) => isNamed(text)).map(({ label }) => label);
  const about = (labels: readonly string[], sentence: string) =>
    labels.length ? [`${sentence} ${labels.join(', ')}.`] : [];
  const accounts = collections.filter(({ type }) => type === 'auth').map(({ name }) => name);
  return [
    'This configuration is of PocketBase 0.22.',
    'It is translated as PocketBase’s own upgrade does it: dates and usernames become fields.',
    ...about(
      named((rule) => ruleOf(rule) !== rule),
      '@request.data becomes @request.body in the rules of',
    ),
    ...about(
      named((rule) => OTHER_MEANING.test(rule)),
      'Check these rules: since 0.24, a condition with != or !~ on a list or a relation that is empty is true, and may let more people in:',
    ),
    ...about(
      accounts,
      'Providers, mail templates and tokens were settings of 0.22 and are in no configuration: they stay as they are stored, new collections get those of PocketBase. This is about',
    ),
  ];
}

/** Entries of 0.22, each without what only their backend knows of it, such as secrets. */
export const fromOlder: Translate = (entries) => {
  const spelled = entries.map(older.spelled);
  const collections = spelled.map(readEntry);
  const refusals = [
    ...mixedRefusals(entries, (entry) => older.isForeign(older.spelled(entry))),
    ...collections.flatMap((one) => [...refusalsOf(one)]),
  ];
  const translated = collections.map((one, at) => entryOf(one, members(spelled[at])));
  return { entries: refusals.length ? [] : translated, notes: notesOf(collections), refusals };
};

import { isObject } from '#domain/app/is-object.ts';

/** The members that the backend reads of collections, fields and their options. */
const MEMBERS = [
  ...['id', 'created', 'updated', 'name', 'type', 'system', 'schema', 'indexes', 'options'],
  ...['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule', 'manageRule', 'query'],
  ...['allowOAuth2Auth', 'allowUsernameAuth', 'allowEmailAuth', 'requireEmail', 'onlyVerified'],
  ...['exceptEmailDomains', 'onlyEmailDomains', 'minPasswordLength', 'required', 'presentable', 'unique'],
  ...['min', 'max', 'pattern', 'noDecimal', 'exceptDomains', 'onlyDomains', 'convertUrls', 'values'],
  ...['maxSelect', 'minSelect', 'maxSize', 'mimeTypes', 'thumbs', 'protected'],
  ...['collectionId', 'cascadeDelete', 'displayFields'],
];

/** The backend takes the long s for an s, too. */
const folded = (name: string): string => name.toLowerCase().replaceAll('ſ', 's');

const SPELLINGS: ReadonlyMap<string, string> = new Map(MEMBERS.map((name) => [folded(name), name]));

function spelled(value: unknown, inMember: (name: string, value: unknown) => unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const known = SPELLINGS.get(folded(name)) ?? name;
    return [known, inMember(known, member)] as const;
  });
  return Object.fromEntries(members);
}

const withOptions = (name: string, value: unknown): unknown =>
  name === 'options' ? spelled(value, (_name, option) => option) : value;

/**
 * A collection whose members have the names by which Atoll knows them: the backend reads names without regard to case,
 * the last of several, so that a review would miss a rule or a field.
 */
export const withKnownNames = (collection: unknown): unknown =>
  spelled(collection, (name, value) =>
    name === 'schema' && Array.isArray(value)
      ? value.map((field) => spelled(field, withOptions))
      : withOptions(name, value),
  );

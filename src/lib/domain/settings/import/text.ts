import { isObject, type JsonObject, members, parseJson, text } from '#domain/app/lenient.ts';
import { firstEncoding } from '#domain/records/import/read-file.ts';
import { type RawCollections, toRaw, uniqueById } from './raw.ts';
import { IMPORT_TEXTS } from './words.ts';

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

/** An object whose members have the names by which Atoll knows them; any other value as it is. */
const spelled = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [SPELLINGS.get(folded(name)) ?? name, member]),
      )
    : value;

/**
 * A collection, or a field, with known names of its members and options: the backend reads names without regard to
 * case, the last of several, so that a review would miss a rule or a field.
 */
function withKnownNames(value: unknown): unknown {
  const known = spelled(value);
  if (!isObject(known)) return known;
  const entries = Object.entries(known).map(([name, member]) => {
    if (name === 'options') return [name, spelled(member)] as const;
    return [name, name === 'schema' && Array.isArray(member) ? member.map(withKnownNames) : member] as const;
  });
  return Object.fromEntries(entries);
}

/** How deep lists and objects may be nested; the functions that compare and show them call themselves. */
const MAX_DEPTH = 100;

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1)));

/** What a text to import says. */
export interface ImportText {
  /** The items of its list, which may be invalid; undefined when it has none. */
  readonly items: readonly unknown[] | undefined;
  /** The items if all have names: some have no id. Undefined when all have one. */
  readonly unidentified?: readonly JsonObject[];
  /** Its collections, one for each id and without their dates; undefined when it is no valid configuration. */
  readonly collections?: RawCollections;
  /** Why there are none. */
  readonly problem: string;
  /** How many collections the list has altogether of which the text is one page; undefined for a whole one. */
  readonly total?: number;
}

/** Whether a collection is of PocketBase 0.23 or newer: read as one of 0.22, it has no fields. */
const isOfNewerBackend = (collection: unknown): boolean => {
  const { schema, fields } = members(collection);
  return schema === undefined && Array.isArray(fields);
};

const isNamed = (item: unknown): item is JsonObject => isObject(item) && text(item['name']) !== '';

/**
 * Reads a text: JSON with a list of collections, also one that is wrapped as `collections`, or as `items` in a response
 * of the backend.
 */
export function readImport(source: string): ImportText {
  const parsed = parseJson(source);
  const { collections: wrapped, items: listed, totalItems } = members(parsed);
  const list: unknown = [parsed, wrapped, listed].find(Array.isArray);
  const invalid = { problem: IMPORT_TEXTS.invalid };
  if (!Array.isArray(list) || !list.length || !isWithin(list, MAX_DEPTH))
    return { items: undefined, ...invalid };
  const items = list.map(withKnownNames);
  if (items.some(isOfNewerBackend)) return { items, problem: IMPORT_TEXTS.ofNewerBackend };
  const collections = items.map(toRaw).filter((one) => one !== undefined);
  if (collections.length < items.length)
    return { items, ...(items.every(isNamed) && { unidentified: items }), ...invalid };
  const isPage = typeof totalItems === 'number' && totalItems > items.length;
  return { items, collections: uniqueById(collections), ...invalid, ...(isPage && { total: totalItems }) };
}

/** The text of a file in UTF-8 or UTF-16. */
export const textOf = async (file: Blob): Promise<string> =>
  new TextDecoder(await firstEncoding(file)).decode(await file.arrayBuffer());

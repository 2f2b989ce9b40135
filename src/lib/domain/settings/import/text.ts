import { isObject, type JsonObject, members, parseJson, text } from '#domain/app/lenient.ts';
import { firstEncoding } from '#domain/records/import/read-file.ts';
import { type RawCollections, toRaw, uniqueById } from './raw.ts';
import { IMPORT_TEXTS } from './words.ts';

/** The backend reads them of collections, fields and their options. */
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

/** Members have the names by which Atoll knows them; any other value stays as it is. */
const spelled = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [SPELLINGS.get(folded(name)) ?? name, member]),
      )
    : value;

/** The backend ignores the case of names and takes the last of several: a review would miss a rule or a field. */
function withKnownNames(value: unknown): unknown {
  const known = spelled(value);
  if (!isObject(known)) return known;
  const entries = Object.entries(known).map(([name, member]) => {
    if (name === 'options') return [name, spelled(member)] as const;
    return [name, name === 'schema' && Array.isArray(member) ? member.map(withKnownNames) : member] as const;
  });
  return Object.fromEntries(entries);
}

/** Of lists and objects; the functions that compare and show them call themselves. */
const MAX_DEPTH = 100;

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1)));

export interface ImportText {
  /** They may be invalid; undefined when the text has no list. */
  readonly items: readonly unknown[] | undefined;
  /** The items if all have names, but some have no id. */
  readonly unidentified?: readonly JsonObject[];
  /** One for each id and without dates; undefined when the text is no valid configuration. */
  readonly collections?: RawCollections;
  /** Why there are no collections. */
  readonly problem: string;
  /** Of the collections in the list of which the text is one page; undefined for a whole one. */
  readonly total?: number;
}

/** Of PocketBase 0.23 or newer: read as a collection of 0.22, it has no fields. */
const isOfNewerBackend = (collection: unknown): boolean => {
  const { schema, fields } = members(collection);
  return schema === undefined && Array.isArray(fields);
};

const isNamed = (item: unknown): item is JsonObject => isObject(item) && text(item['name']) !== '';

/** JSON with a list of collections, also wrapped as `collections`, or as `items` of a response. */
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

/** In UTF-8 or UTF-16. */
export const textOf = async (file: Blob): Promise<string> =>
  new TextDecoder(await firstEncoding(file)).decode(await file.arrayBuffer());

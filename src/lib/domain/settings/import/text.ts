import { members, parseJson } from '#domain/app/lenient.ts';
import { type RawCollection, toRaw, uniqueById } from './raw.ts';
import { withKnownNames } from './spelling.ts';
import { IMPORT_TEXTS } from './words.ts';

/** The JSON of collections as it is shown, copied and downloaded. */
export const exportText = (collections: readonly RawCollection[]): string =>
  JSON.stringify(collections, null, 4);

/** How deep lists and objects may be nested; the functions that compare and show them call themselves. */
const MAX_DEPTH = 100;

const isWithin = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isWithin(member, depth - 1)));

/** Items of a text that is JSON with a list, which may still be invalid; undefined for any other text. */
export function importItems(text: string): readonly unknown[] | undefined {
  const parsed = parseJson(text);
  return Array.isArray(parsed) && parsed.length > 0 && isWithin(parsed, MAX_DEPTH) ? parsed : undefined;
}

/** Whether a collection is of PocketBase 0.23 or newer: read as one of 0.22, it has no fields. */
const isOfNewerBackend = (collection: unknown): boolean => {
  const { schema, fields } = members(collection);
  return schema === undefined && Array.isArray(fields);
};

/** Why {@link parseImport} refuses a text. */
export const importProblem = (text: string): string =>
  importItems(text)?.map(withKnownNames).some(isOfNewerBackend)
    ? IMPORT_TEXTS.ofNewerBackend
    : IMPORT_TEXTS.invalid;

/**
 * The collections of a text to import: one for each id, without their dates. Undefined when the text is no JSON, no
 * list or an empty one, or an item has no id or no name or is of a newer backend.
 */
export function parseImport(text: string): readonly RawCollection[] | undefined {
  const collections: RawCollection[] = [];
  for (const item of importItems(text) ?? []) {
    const known = withKnownNames(item);
    const collection = toRaw(known);
    if (!collection || isOfNewerBackend(known)) return undefined;
    collections.push(collection);
  }
  return collections.length ? uniqueById(collections) : undefined;
}

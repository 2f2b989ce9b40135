import * as v from 'valibot';
import { isObject, type JsonObject, ownOf } from '#domain/app/lenient.ts';
import { numberProblem } from '#domain/app/typed-number.ts';
import {
  type Collection,
  type CollectionType,
  collectionTypes,
  type FirstParts,
  listedFields,
} from '#domain/backend/collection.ts';
import { fieldRoles, fieldTypes, type Raw } from '#domain/backend/field.ts';
import { defaultOptions, fits, isLimit } from '#domain/field-types/options.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { byRule } from '../collection.ts';
import { isSameCollection } from '../compare.ts';
import { mergeValues, mergeVersions } from './merge.ts';
import { isOwnOption, withNewSecrets, withoutSecrets } from './own-auth.ts';
import {
  type CollectionValues,
  type FieldValues,
  idOf,
  newCollectionValues,
  newKeyNumber,
  valuesOf,
} from './values.ts';

/** Edits of a collection that were never saved. */
export interface CollectionDraft {
  readonly values: CollectionValues;
  /** The collection as it is stored without the edits; undefined for a new one. */
  readonly base: Collection | undefined;
  /** The collection as it was stored when it was first edited. The base also holds what others have saved since. */
  readonly firstBase: Collection | undefined;
}

/** Members of the stored object beside the values; that of the first base only where it differs. */
const BASE = '@base';
const FIRST_BASE = '@begun';

/** Several new collections can be edited at a time: a relation field opens another editor on top. */
const NEW_NAMES = ['', '2', '3'];

/** Local storage keys for the draft of a collection, of a new one without an id. The first free key is used. */
export const draftKeys = (collectionId: string | undefined): string[] =>
  (collectionId === undefined ? NEW_NAMES : [collectionId]).map((name) => `collection_draft_${name}`);

/** How a backend's collections are kept in local storage, and drafts that were kept before Atoll had its own words. */
export interface DraftFormat {
  readonly write: (collection: Collection) => JsonObject;
  readonly read: (json: unknown) => Collection;
  readonly readDraft: (json: JsonObject) => JsonObject;
  readonly firstParts: (type: CollectionType) => FirstParts;
}

/** Of what {@link formatDraft} writes. */
const VERSION = 2;

/** Formats a draft as JSON for local storage. */
export function formatDraft({ values, base, firstBase }: CollectionDraft, { write }: DraftFormat): string {
  const { name, type, fields, options, query, manageRule, authRule } = values;
  return JSON.stringify({
    version: VERSION,
    name,
    type,
    fields,
    indexes: values.indexes.map(({ sql, keys, table }) => ({ sql, keys: [...keys], table })),
    ...byRule((rule) => values[rule]),
    ...{ manageRule, authRule, query, options: withoutSecrets(options) },
    ...(base ? { [BASE]: write(base) } : {}),
    ...(firstBase && base && !isSameCollection(firstBase, base) ? { [FIRST_BASE]: write(firstBase) } : {}),
  });
}

const flag = v.boolean();
const members = v.custom<JsonObject>(isObject);

/** Whether an input can hold it: also a typed text that is no number. One that this version does not know stays. */
function isTyped(value: unknown, blank: unknown): boolean {
  if (blank === undefined) return typeof value !== 'object' || fits(value, []);
  return fits(value, blank) || (isLimit(blank) && typeof value === 'string' && !!numberProblem(value));
}

const areTyped = (options: JsonObject, blanks: JsonObject): boolean =>
  Object.entries(options).every(
    ([name, option]) => isOwnOption(name, option) ?? isTyped(option, ownOf(blanks, name)),
  );

const storedField = v.pipe(
  v.object({
    key: v.string(),
    id: v.string(),
    name: v.string(),
    originalName: v.string(),
    type: v.picklist(fieldTypes),
    builtIn: v.optional(v.picklist(fieldRoles)),
    isRequired: flag,
    isPresentable: flag,
    isSystem: flag,
    isHidden: flag,
    help: v.string(),
    nullable: flag,
    toDelete: flag,
    options: members,
    raw: v.optional(v.custom<Raw>(isObject)),
  }),
  v.check(({ id, key }) => id !== '' || newKeyNumber(key) !== undefined),
  v.check(({ type, options }) => areTyped(options, defaultOptions(type))),
);

const storedValues = v.object({
  name: v.string(),
  type: v.picklist(collectionTypes),
  fields: v.pipe(
    v.array(storedField),
    v.check((fields) => new Set(fields.map(idOf)).size === fields.length),
  ),
  indexes: v.array(
    v.object({ sql: v.string(), keys: v.array(v.tuple([v.string(), v.string()])), table: v.string() }),
  ),
  ...byRule(() => v.nullable(v.string())),
  manageRule: v.nullable(v.string()),
  authRule: v.optional(v.nullable(v.string())),
  query: v.string(),
  options: members,
});

function toValues(
  stored: v.InferOutput<typeof storedValues>,
  unsaved: CollectionValues,
  saved: Collection | undefined,
): CollectionValues {
  const begun = saved ? valuesOf(saved) : unsaved;
  const fields = stored.fields.map((field): FieldValues => ({ ...field, raw: field.raw, key: idOf(field) }));
  const keys = new Map(stored.fields.map((field) => [field.key, idOf(field)]));
  return {
    ...begun,
    ...stored,
    options: { ...begun.options, ...withNewSecrets(stored.options) },
    fields,
    indexes: stored.indexes.map((index) => ({
      ...index,
      keys: new Map(index.keys.map(([name, key]) => [name, keys.get(key) ?? key])),
    })),
    nextKey: Math.max(0, ...fields.map(({ key }) => newKeyNumber(key) ?? 0)) + 1,
  };
}

function parseState(value: unknown, saved: Collection, { read }: DraftFormat): Collection | undefined {
  if (!isObject(value)) return undefined;
  const state = read(value);
  const isOwn = state.id === saved.id && state.type === saved.type;
  return isOwn && listedFields(state).every(({ id }) => id !== '') ? state : undefined;
}

const storedJson = v.pipe(v.string(), v.parseJson(), members);

/** Reads a stored draft of a saved or a new collection; undefined for a text that {@link formatDraft} did not write. */
export function parseDraft(
  text: string,
  saved: Collection | undefined,
  format: DraftFormat,
): CollectionDraft | undefined {
  const json = v.safeParse(storedJson, text);
  if (!json.success) return undefined;
  const stored = v.safeParse(storedValues, format.readDraft(json.output));
  const unsaved = newCollectionValues('base', format.firstParts('base'));
  const blanks = { ...unsaved.options, ...(saved && valuesOf(saved).options) };
  if (!stored.success || !areTyped(stored.output.options, blanks)) return undefined;
  const values = toValues(stored.output, unsaved, saved);
  if (!saved) return { values: mergeValues(unsaved, values, unsaved), base: undefined, firstBase: undefined };
  const base = parseState(json.output[BASE], saved, format);
  const firstBase =
    json.output[FIRST_BASE] === undefined ? base : parseState(json.output[FIRST_BASE], saved, format);
  if (!base || !firstBase || values.type !== saved.type) return undefined;
  // The draft holds every field of the base, also those that are marked as deleted.
  const ids = new Set(values.fields.map(({ id }) => id));
  if (listedFields(base).some(({ id }) => !ids.has(id))) return undefined;
  // What only the backend sets, such as ids, comes from the base.
  return { values: mergeValues(valuesOf(base), values, valuesOf(base)), base, firstBase };
}

/** Merges what others have saved since into a draft; unchanged after a conflict: the user has to choose then. */
export function rebaseDraft(
  draft: CollectionDraft,
  saved: Collection | undefined,
  tools?: IndexTools,
): CollectionDraft {
  if (!draft.base || !saved) return draft;
  const versions = { base: valuesOf(draft.base), mine: draft.values, theirs: valuesOf(saved) };
  const { values, conflicts } = mergeVersions(versions, new Map(), tools);
  return conflicts.length > 0 ? draft : { ...draft, values, base: saved };
}

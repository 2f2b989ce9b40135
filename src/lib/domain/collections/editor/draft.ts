import * as v from 'valibot';
import { isObject, type JsonObject } from '#domain/app/is-object.ts';
import { ownOf } from '#domain/app/own.ts';
import { type Collection, collectionTypes, fieldTypes, parseCollection } from '../collection.ts';
import { defaultOptions } from './field-options.ts';
import type { IndexTools } from './index-sql/load.ts';
import { mergeDrafts, mergeVersions } from './merge.ts';
import { isSameCollection } from './same-structure.ts';
import {
  type Draft,
  type DraftField,
  defaultCollectionOptions,
  draftOf,
  newDraft,
  newKeyNumber,
} from './values.ts';

/** Edits of a collection that were never saved. */
export interface KeptDraft {
  readonly draft: Draft;
  /** The collection as it is stored without the edits; undefined for a new one. */
  readonly base: Collection | undefined;
  /** The collection as it was stored when it was first edited: what others did since was brought into the base. */
  readonly begun: Collection | undefined;
}

/** Members of the stored object beside those of the draft: {@link KeptDraft.base} and `begun`, if that differs. */
const BASE = '@base';
const BEGUN = '@begun';

const PREFIX = 'collection_draft_';
/** New collections that are edited at a time, one on top of the other from their relation fields. */
const NEW_NAMES = ['', '2', '3'];

/** Local storage keys for the draft of a collection, the first that is free counts; a new one has no id. */
export const keptDraftKeys = (collectionId: string | undefined): string[] =>
  (collectionId === undefined ? NEW_NAMES : [collectionId]).map((name) => `${PREFIX}${name}`);

/** The stored form, JSON. */
export function formatKeptDraft({ draft, base, begun }: KeptDraft): string {
  const { name, type, fields, listRule, viewRule, createRule, updateRule, deleteRule, options } = draft;
  return JSON.stringify({
    name,
    type,
    fields,
    indexes: draft.indexes.map(({ sql, keys, table }) => ({ sql, keys: [...keys], table })),
    listRule,
    viewRule,
    createRule,
    updateRule,
    deleteRule,
    options,
    ...(base ? { [BASE]: base } : {}),
    ...(begun && base && !isSameCollection(begun, base) ? { [BEGUN]: begun } : {}),
  });
}

const flag = v.boolean();
const rule = v.nullable(v.string());
const members = v.custom<JsonObject>(isObject);

/** Whether an option may hold the value, by what it holds by default: null stands for a number. */
function fits(value: unknown, byDefault: unknown): boolean {
  const isTexts = v.is(v.array(v.string()), value);
  if (value === null) return true;
  if (byDefault === undefined) return typeof value !== 'object' || isTexts;
  if (Array.isArray(byDefault)) return isTexts;
  return typeof value === (byDefault === null ? 'number' : typeof byDefault);
}

const allFit = (options: JsonObject, defaults: JsonObject): boolean =>
  Object.entries(options).every(([name, option]) => fits(option, ownOf(defaults, name)));

const storedField = v.pipe(
  v.object({
    key: v.string(),
    id: v.string(),
    name: v.string(),
    originalName: v.string(),
    type: v.picklist(fieldTypes),
    required: flag,
    presentable: flag,
    system: flag,
    nullable: flag,
    toDelete: flag,
    options: members,
  }),
  v.check(({ id, key }) => id !== '' || newKeyNumber(key) !== undefined),
  v.check(({ type, options }) => allFit(options, defaultOptions(type))),
);

/** A field that has been saved since it was added is known by its id from now on. */
const keyOf = ({ id, key }: Pick<DraftField, 'id' | 'key'>): string => id || key;

const storedDraft = v.pipe(
  v.object({
    name: v.string(),
    type: v.picklist(collectionTypes),
    fields: v.pipe(
      v.array(storedField),
      v.check((fields) => new Set(fields.map(keyOf)).size === fields.length),
    ),
    indexes: v.array(
      v.object({ sql: v.string(), keys: v.array(v.tuple([v.string(), v.string()])), table: v.string() }),
    ),
    listRule: rule,
    viewRule: rule,
    createRule: rule,
    updateRule: rule,
    deleteRule: rule,
    options: members,
  }),
  v.check(({ type, options }) => allFit(options, { ...defaultCollectionOptions(type), manageRule: '' })),
);

function toDraft(stored: v.InferOutput<typeof storedDraft>, saved: Collection | undefined): Draft {
  const fields = stored.fields.map((field): DraftField => ({ ...field, key: keyOf(field) }));
  const keys = new Map(stored.fields.map((field) => [field.key, keyOf(field)]));
  return {
    ...(saved ? draftOf(saved) : newDraft()),
    ...stored,
    fields,
    indexes: stored.indexes.map((index) => ({
      ...index,
      keys: new Map(index.keys.map(([name, key]) => [name, keys.get(key) ?? key])),
    })),
    nextKey: Math.max(0, ...fields.map(({ key }) => newKeyNumber(key) ?? 0)) + 1,
  };
}

/** A state of this collection that the draft knew. */
function parseState(value: unknown, saved: Collection): Collection | undefined {
  if (!isObject(value)) return undefined;
  const state = parseCollection(value);
  const isOwn = state.id === saved.id && state.type === saved.type;
  return isOwn && state.schema.every(({ id }) => id !== '') ? state : undefined;
}

const storedJson = v.pipe(v.string(), v.parseJson(), members);

/**
 * Reads a stored draft of this collection, a new one for undefined. Undefined for anything that was not written
 * here.
 */
export function parseKeptDraft(text: string, saved: Collection | undefined): KeptDraft | undefined {
  const json = v.safeParse(storedJson, text);
  const stored = v.safeParse(storedDraft, json.output);
  if (!json.success || !stored.success) return undefined;
  const draft = toDraft(stored.output, saved);
  if (!saved) return { draft: mergeDrafts(newDraft(), draft, newDraft()), base: undefined, begun: undefined };
  const base = parseState(json.output[BASE], saved);
  const begun = json.output[BEGUN] === undefined ? base : parseState(json.output[BEGUN], saved);
  if (!base || !begun || draft.type !== saved.type) return undefined;
  // Every field of the base must stand in the draft, if only to go.
  const ids = new Set(draft.fields.map(({ id }) => id));
  if (base.schema.some(({ id }) => !ids.has(id))) return undefined;
  // What the backend decides is the base's.
  return { draft: mergeDrafts(draftOf(base), draft, draftOf(base)), base, begun };
}

/**
 * A draft with what others saved since it was begun brought in, so that its base is the collection as it is;
 * the draft as it was, where both changed the same thing differently: somebody has to choose then.
 */
export function rebaseKeptDraft(
  kept: KeptDraft,
  saved: Collection | undefined,
  tools?: IndexTools,
): KeptDraft {
  if (!kept.base || !saved) return kept;
  const versions = { base: draftOf(kept.base), mine: kept.draft, theirs: draftOf(saved) };
  const { draft, conflicts } = mergeVersions(versions, new Map(), tools);
  return conflicts.length > 0 ? kept : { ...kept, draft, base: saved };
}

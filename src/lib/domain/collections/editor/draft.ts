import { type Collection, collectionTypes, fieldTypes, parseCollection, type Rule } from '../collection.ts';
import { defaultOptions } from './field-options.ts';
import type { IndexTools } from './index-sql/load.ts';
import { mergeDrafts, mergeVersions } from './merge.ts';
import { isSameCollection } from './same-structure.ts';
import {
  type Draft,
  type DraftField,
  type DraftIndex,
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

/** Thrown while reading what nobody wrote here. */
class Nonsense extends Error {}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function object(value: unknown): Json {
  if (!isObject(value)) throw new Nonsense();
  return value;
}
function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Nonsense();
  return value;
}
function text(value: unknown): string {
  if (typeof value !== 'string') throw new Nonsense();
  return value;
}
function flag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Nonsense();
  return value;
}
function oneOf<T>(known: readonly T[], value: unknown): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Nonsense();
  return found;
}
const rule = (value: unknown): Rule => (value === null ? null : text(value));

const isTextList = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether an option may hold the value, by what it holds by default: null stands for a number. */
function fits(value: unknown, byDefault: unknown): boolean {
  if (value === null) return true;
  if (byDefault === undefined) return typeof value !== 'object' || isTextList(value);
  if (Array.isArray(byDefault)) return isTextList(value);
  return typeof value === (byDefault === null ? 'number' : typeof byDefault);
}

function parseOptions(value: unknown, defaults: Json): Json {
  const options = object(value);
  for (const [name, option] of Object.entries(options)) {
    if (!fits(option, Object.hasOwn(defaults, name) ? defaults[name] : undefined)) throw new Nonsense();
  }
  return options;
}

function parseField(value: unknown): DraftField {
  const from = object(value);
  const id = text(from['id']);
  const type = oneOf(fieldTypes, from['type']);
  // A field that has been saved since it was added is known by its id from now on.
  const key = id || text(from['key']);
  if (id === '' && newKeyNumber(key) === undefined) throw new Nonsense();
  return {
    key,
    id,
    name: text(from['name']),
    originalName: text(from['originalName']),
    type,
    required: flag(from['required']),
    presentable: flag(from['presentable']),
    system: flag(from['system']),
    nullable: flag(from['nullable']),
    toDelete: flag(from['toDelete']),
    options: parseOptions(from['options'], defaultOptions(type)),
  };
}

function parseIndex(value: unknown, keyOf: (key: string) => string): DraftIndex {
  const from = object(value);
  const keys = list(from['keys']).map((pair): [string, string] => {
    const [name, key] = list(pair);
    return [text(name), keyOf(text(key))];
  });
  return { sql: text(from['sql']), keys: new Map(keys), table: text(from['table']) };
}

function parseDraft(from: Json, saved: Collection | undefined): Draft {
  const type = oneOf(saved ? [saved.type] : collectionTypes, from['type']);
  const written = list(from['fields']).map((value) => text(object(value)['key']));
  const fields = list(from['fields']).map(parseField);
  if (new Set(fields.map(({ key }) => key)).size < fields.length) throw new Nonsense();
  const keys = new Map(fields.map(({ key }, position) => [written[position] ?? '', key]));
  return {
    ...(saved ? draftOf(saved) : newDraft()),
    name: text(from['name']),
    type,
    fields,
    indexes: list(from['indexes']).map((index) => parseIndex(index, (key) => keys.get(key) ?? key)),
    listRule: rule(from['listRule']),
    viewRule: rule(from['viewRule']),
    createRule: rule(from['createRule']),
    updateRule: rule(from['updateRule']),
    deleteRule: rule(from['deleteRule']),
    options: parseOptions(from['options'], { ...defaultCollectionOptions(type), manageRule: '' }),
    nextKey: Math.max(0, ...fields.map(({ key }) => newKeyNumber(key) ?? 0)) + 1,
  };
}

/** A state of this collection that the draft knew. */
function parseState(value: unknown, saved: Collection): Collection {
  const state = parseCollection(object(value));
  if (state.id !== saved.id || state.type !== saved.type) throw new Nonsense();
  if (state.schema.some(({ id }) => id === '')) throw new Nonsense();
  return state;
}

/** The collection that was edited; every field of it must stand in the draft, if only to go. */
function parseBase(from: Json, saved: Collection, draft: Draft): Collection {
  const base = parseState(from[BASE], saved);
  const ids = new Set(draft.fields.map(({ id }) => id));
  if (base.schema.some(({ id }) => !ids.has(id))) throw new Nonsense();
  return base;
}

/**
 * Reads a stored draft of this collection, a new one for undefined. Undefined for anything that was not written
 * here.
 */
export function parseKeptDraft(stored: string, saved: Collection | undefined): KeptDraft | undefined {
  try {
    const from = object(JSON.parse(stored));
    const draft = parseDraft(from, saved);
    if (!saved) {
      return { draft: mergeDrafts(newDraft(), draft, newDraft()), base: undefined, begun: undefined };
    }
    const base = parseBase(from, saved, draft);
    const begun = from[BEGUN] === undefined ? base : parseState(from[BEGUN], saved);
    // What the backend decides is the base's.
    return { draft: mergeDrafts(draftOf(base), draft, draftOf(base)), base, begun };
  } catch (error) {
    if (error instanceof Nonsense || error instanceof SyntaxError) return undefined;
    throw error;
  }
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

import type { JsonObject } from '#domain/app/lenient.ts';
import { type Collection, listedFields, ownFields } from '#domain/backend/collection.ts';
import type { ConfigurationFormat, EntryPart } from '#domain/backend/configuration.ts';
import type { Field } from '#domain/backend/field.ts';
import { isSameCollectionOption, isSameFieldOption } from '#domain/collections/compare.ts';
import { collectionOptionTitle } from '#domain/collections/editor/changes.ts';
import { queryNames } from '#domain/collections/editor/query-names.ts';
import { RULE_LABELS, type RuleName, ruleTitle } from '#domain/collections/rules.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { type DiffRow, rowOf, rowsOf } from '#domain/settings/import/diff.ts';
import { replaceIds } from '#domain/settings/import/ids.ts';
import {
  byId,
  type Collections,
  fieldPairs,
  isSameEntry,
  omittedOf,
  renamedFields,
  withFields,
} from '#domain/settings/import/outcome.ts';
import type { Difference, DifferenceGroup, Part } from './difference.ts';
import { findNeeds } from './needs.ts';

const ONLY_THERE = 'Promoting deletes nothing, so this stays.';
const TYPE = 'PocketBase can’t change the type of a field: its values would be lost.';
const COLLECTION_TYPE = 'PocketBase can’t change the type of a collection.';
const RELATION = 'PocketBase can’t change the collection to which a relation points.';
const NAME_TAKEN = 'Another collection of the target has this name.';
const INDEX_NAME_TAKEN =
  'Another collection of the target has an index of this name, which PocketBase would drop.';
const FIELD_NAME_TAKEN = 'Another field of the target has this name.';

/** A collection of both backends, in that of the source with the ids of the target. */
interface Sides {
  readonly old: Collection;
  readonly fresh: Collection;
  /** Of the target. */
  readonly to: Collections;
  readonly tools: IndexTools;
  readonly isIndexTaken: (id: string, names: Iterable<string>) => boolean;
  readonly format: ConfigurationFormat;
}

const differenceIn = (
  { id }: Collection,
  part: Part,
  rest: Omit<Difference, 'id' | 'part' | 'needs'>,
): Difference => {
  const { of, ...names } = part;
  return { id: [id, of, ...Object.values(names)].join(' '), part, needs: [], ...rest };
};

const changedRows = (old: JsonObject, fresh: JsonObject): readonly DiffRow[] =>
  rowsOf(new Set([...Object.keys(old), ...Object.keys(fresh)]), old, fresh).filter(
    ({ kind }) => kind !== 'same',
  );

const partLabel = ({ of, input }: EntryPart): string => {
  if (Object.hasOwn(RULE_LABELS, input)) return ruleTitle(input as RuleName);
  return of === 'option' ? collectionOptionTitle(input) : input;
};

/** Both have them, with values that do not mean the same. */
function changedMembers({ old, fresh, to, format }: Sides): Difference[] {
  const isTaken = to.some(({ id, name }) => id !== old.id && foldName(name) === foldName(fresh.name));
  const source = format.parts(fresh);
  return format.parts(old).flatMap((part): Difference[] => {
    const { of, name, value } = part;
    const now = source.find((one) => one.of === of && one.name === name)?.value;
    const row = rowOf(name, value, now);
    if (row.kind !== 'changed' || isSameCollectionOption(value, now)) return [];
    const refusal = of === 'member' && name === 'name' && isTaken ? NAME_TAKEN : undefined;
    return [
      differenceIn(old, { of, name }, { label: partLabel(part), kind: row.kind, rows: [row], refusal }),
    ];
  });
}

/** Whether the backend does the same with both; what the model does not know, such as `unique`, it ignores. */
function isSameField(a: Field, b: Field): boolean {
  const meaning = ({ raw, ...field }: Field): JsonObject => field;
  const [old, now] = [meaning(a), meaning(b)];
  const names = Object.keys({ ...old, ...now });
  return a.type !== 'unknown' && names.every((name) => isSameFieldOption(a.type, old[name], now[name]));
}

function changedFields({ old, fresh, format }: Sides): Difference[] {
  // The backend derives the fields of a view from its query.
  if (old.type === 'view') return [];
  const pairs = fieldPairs(old, fresh);
  const unmatched = new Map(
    pairs.flatMap((pair) => (pair.old && !pair.fresh ? [[foldName(pair.old.name), pair.old]] : [])),
  );
  const find = (field: Field, rest: Pick<Difference, 'kind' | 'rows' | 'refusal'>) =>
    differenceIn(old, { of: 'field', fieldId: field.id }, { label: `Field ${field.name}`, ...rest });
  const found = pairs.flatMap(({ old: own, fresh: field }): Difference[] => {
    if (!field) return [];
    const folded = foldName(field.name);
    const twin = unmatched.get(folded);
    const stored = own ?? twin;
    if (!stored) return [find(field, { kind: 'added', rows: changedRows({}, format.field(field)) })];
    if (!own) unmatched.delete(folded);
    else if (isSameEntry(format.field(own), format.field(field)) || isSameField(own, field)) return [];
    const isOtherType = !own || format.typeName(own) !== format.typeName(field);
    const isOtherTarget = relatedId(stored) !== relatedId(field);
    const refusal = isOtherType ? TYPE : isOtherTarget ? RELATION : twin && FIELD_NAME_TAKEN;
    return [
      find(field, { kind: 'changed', rows: changedRows(format.field(stored), format.field(field)), refusal }),
    ];
  });
  const removed = [...unmatched.values()].map((field) =>
    find(field, { kind: 'removed', rows: changedRows(format.field(field), {}), refusal: ONLY_THERE }),
  );
  return [...found, ...removed];
}

function changedIndexes({ old, fresh, tools, isIndexTaken }: Sides): Difference[] {
  const renames = renamedFields(fieldPairs(old, fresh));
  const before = tools.indexesByName(old.indexes);
  const after = tools.indexesByName(fresh.indexes);
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name): Difference[] => {
    const [stored, source] = [before.get(name), after.get(name)];
    const sent = source && tools.renameTable(source, old.name);
    if (stored !== undefined && sent !== undefined) {
      const same = [stored, tools.renameColumns(stored, renames)].map(tools.indexMeaning);
      if (same.includes(tools.indexMeaning(sent))) return [];
    }
    const row = rowOf(name, stored, sent);
    const kind = stored === undefined ? 'added' : sent === undefined ? 'removed' : 'changed';
    const isTaken = sent !== undefined && isIndexTaken(old.id, [name]);
    const refusal = sent === undefined ? ONLY_THERE : isTaken ? INDEX_NAME_TAKEN : undefined;
    return [differenceIn(old, { of: 'index', name }, { label: `Index ${name}`, kind, rows: [row], refusal })];
  });
}

function changedParts(sides: Sides): Difference[] {
  const { old, fresh } = sides;
  const type = rowOf('type', old.type, fresh.type);
  if (type.kind !== 'same') {
    const rest = { label: 'type', kind: 'changed', rows: [type], refusal: COLLECTION_TYPE } as const;
    return [differenceIn(old, { of: 'member', name: 'type' }, rest)];
  }
  return [...changedMembers(sides), ...changedFields(sides), ...changedIndexes(sides)];
}

function wholeCollection(
  collection: Collection,
  kind: 'added' | 'removed',
  format: ConfigurationFormat,
  refusal?: string,
): Difference {
  const parts = Map.groupBy(format.parts(collection), ({ of }) => of);
  const shown = (of: EntryPart['of']) => parts.get(of)?.map(({ name, value }) => [name, value]) ?? [];
  const all = Object.fromEntries([
    ...shown('member'),
    ['indexes', collection.indexes],
    ['fields', ownFields(collection).map(({ name }) => name)],
    ...shown('option'),
  ]);
  const label = kind === 'added' ? 'New collection' : 'Collection';
  const rows = kind === 'added' ? changedRows({}, all) : changedRows(all, {});
  return differenceIn(collection, { of: 'collection' }, { label, kind, rows, refusal });
}

/**
 * By collection: new and changed ones, then those that only the target has. Collections and fields are matched by id,
 * else by name and type.
 */
export function compareCollections(
  to: Collections,
  from: Collections,
  tools: IndexTools,
  format: ConfigurationFormat,
) {
  const aligned = replaceIds(to, from, format.typeName);
  const before = byId(to);
  const names = new Set(to.map(({ name }) => foldName(name)));
  /** In another collection of the target, by folded names. */
  const isIndexTaken: Sides['isIndexTaken'] = (id, all) => tools.takenIndexNames(id, all, to).size > 0;
  const groups = aligned.map((fresh, index): DifferenceGroup => {
    const { id, name } = fresh;
    const old = before.get(id);
    if (!old) {
      const isTaken = isIndexTaken(id, tools.indexesByName(fresh.indexes).keys());
      const refusal = names.has(foldName(name)) ? NAME_TAKEN : isTaken ? INDEX_NAME_TAKEN : undefined;
      return { id, name, kind: 'added', differences: [wholeCollection(fresh, 'added', format, refusal)] };
    }
    const note = from[index]?.id === id ? undefined : 'Matched by name: the ids differ.';
    const differences = changedParts({ old, fresh, to, tools, isIndexTaken, format });
    return { id, name: old.name, kind: 'changed', note, differences };
  });
  const removed = omittedOf(to, aligned).map((old): DifferenceGroup => {
    const differences = [wholeCollection(old, 'removed', format, ONLY_THERE)];
    return { id: old.id, name: old.name, kind: 'removed', differences };
  });
  const found = [...groups, ...removed].filter(({ differences }) => differences.length > 0);
  return findNeeds(found, aligned, to, tools);
}

function patched(
  old: Collection,
  fresh: Collection,
  parts: readonly Part[],
  tools: IndexTools,
  format: ConfigurationFormat,
): Collection {
  const [fields, statements] = [byId(listedFields(fresh)), tools.indexesByName(fresh.indexes)];
  const own = new Map(byId(listedFields(old)));
  const indexes = new Map<string, string>();
  for (const part of parts) {
    const field = part.of === 'field' && fields.get(part.fieldId);
    if (field) own.set(field.id, field);
    if (part.of === 'index') indexes.set(part.name, statements.get(part.name) ?? '');
  }
  const taken = parts.filter(({ of }) => of === 'member' || of === 'option') as EntryPart[];
  const result = withFields(format.withParts(old, fresh, taken), [...own.values()]);
  const renames = renamedFields(fieldPairs(old, result));
  const kept = [...tools.indexesByName(old.indexes)].map(
    ([name, sql]) => [name, tools.renameColumns(sql, renames)] as const,
  );
  const all = new Map([...kept, ...indexes]);
  return { ...result, indexes: Array.from(all.values(), (sql) => tools.renameTable(sql, result.name)) };
}

/** Tables first, then views after those that they read, as the backend creates them. */
function inOrder(collections: Collections): Collections {
  const [views, ordered] = [true, false].map((isView) =>
    collections.filter(({ type }) => (type === 'view') === isView),
  ) as [Collection[], Collection[]];
  let waiting = views.map((view) => ({ view, reads: queryNames(view.query ?? '').tables }));
  while (waiting.length) {
    const names = new Set(waiting.map(({ view }) => foldName(view.name)));
    const free = waiting.filter(({ reads }) => reads.isDisjointFrom(names));
    // A query that reads its own view can't be stored, which the backend says.
    const next = free.length ? free : waiting;
    ordered.push(...next.map(({ view }) => view));
    waiting = waiting.filter((each) => !next.includes(each));
  }
  return ordered;
}

/** With the selected differences, by their ids, and nothing else of the source; in the order of the import. */
export function patchCollections(
  to: Collections,
  from: Collections,
  groups: readonly DifferenceGroup[],
  selected: ReadonlySet<string>,
  tools: IndexTools,
  format: ConfigurationFormat,
): Collections {
  const [stored, fresh] = [byId(to), byId(replaceIds(to, from, format.typeName))];
  const patches = groups.flatMap(({ id, differences }) => {
    const [old, aligned] = [stored.get(id), fresh.get(id)];
    const parts = differences.filter((each) => selected.has(each.id)).map(({ part }) => part);
    if (!aligned || !parts.length) return [];
    return [old ? patched(old, aligned, parts, tools, format) : aligned];
  });
  return inOrder(patches);
}

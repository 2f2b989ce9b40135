import { ownOf } from '#domain/app/own.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { indexesByName, takenIndexNames } from '#domain/collections/editor/index-sql/names.ts';
import { collectionOptionTitle } from '#domain/collections/editor/part-texts.ts';
import { RULE_LABELS, type RuleName, ruleTitle } from '#domain/collections/editor/rules.ts';
import { isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import { isSameField } from '#domain/settings/import/changes.ts';
import { type DiffRow, rowOf } from '#domain/settings/import/diff.ts';
import { byId, omittedOf } from '#domain/settings/import/effective.ts';
import { replaceIds } from '#domain/settings/import/ids.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  indexesOf,
  isView,
  optionsOf,
  type RawCollection,
  type RawField,
  targetIdOf,
} from '#domain/settings/import/raw.ts';
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

/** A difference before it is known what it needs. */
type Found = Omit<Difference, 'needs'>;

/** The collections of the source with the ids that the target has for them. */
export const alignedTo = (to: readonly RawCollection[], from: readonly RawCollection[]) =>
  replaceIds(to, from);

/** The statements of a collection's indexes by the folded names of the indexes. */
export const namedIndexes = (collection: RawCollection, tools: IndexTools): ReadonlyMap<string, string> =>
  indexesByName(indexesOf(collection), tools);

/** Whether another collection of the target has an index with one of these folded names. */
const isIndexTaken = (
  id: string,
  names: Iterable<string>,
  to: readonly RawCollection[],
  tools: IndexTools,
): boolean => {
  const stored = to.map((one) => ({ id: one.id, indexes: indexesOf(one) }));
  return takenIndexNames(id, names, stored, tools).size > 0;
};

/** The new names of fields that have another name in the source, by their old name. */
function renamedFields(old: RawCollection, fresh: RawCollection): ReadonlyMap<string, string> {
  const names = new Map(fieldsOf(fresh).map((field) => [fieldId(field), fieldName(field)]));
  return new Map(
    fieldsOf(old).flatMap((field) => {
      const name = names.get(fieldId(field));
      return name === undefined || name === fieldName(field) ? [] : [[fieldName(field), name] as const];
    }),
  );
}

const idOf = (collection: RawCollection, { of, ...rest }: Part): string =>
  [collection.id, of, ...Object.values(rest)].join(' ');

const changedRows = (old: RawField, fresh: RawField): readonly DiffRow[] =>
  [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .map((prop) => rowOf(prop, old, fresh))
    .filter(({ kind }) => kind !== 'same');

const SKIPPED = new Set(['id', 'schema', 'indexes', 'options', 'system']);

const memberLabel = (name: string): string =>
  Object.hasOwn(RULE_LABELS, name) ? ruleTitle(name as RuleName) : name;

/** The members that both have, with different values. */
function differing(old: RawField, fresh: RawField): readonly string[] {
  const isDifferent = (name: string) => !isSameStructure(ownOf(old, name), ownOf(fresh, name));
  return Object.keys(old).filter((name) => Object.hasOwn(fresh, name) && isDifferent(name));
}

function changedMembers(old: RawCollection, fresh: RawCollection, to: readonly RawCollection[]): Found[] {
  const isTaken = to.some(({ id, name }) => id !== old.id && foldName(name) === foldName(fresh.name));
  const own = differing(old, fresh).filter((name) => !SKIPPED.has(name));
  const [from, into] = [optionsOf(old), optionsOf(fresh)];
  const find = (
    part: Part & { readonly name: string },
    label: string,
    sides: readonly [RawField, RawField],
  ) => ({
    id: idOf(old, part),
    part,
    label,
    kind: 'changed' as const,
    rows: [rowOf(part.name, ...sides)],
    refusal: part.name === 'name' && part.of === 'member' && isTaken ? NAME_TAKEN : undefined,
  });
  return [
    ...own.map((name) => find({ of: 'member', name }, memberLabel(name), [old, fresh])),
    ...differing(from, into).map((name) =>
      find({ of: 'option', name }, collectionOptionTitle(name), [from, into]),
    ),
  ];
}

function changedFields(old: RawCollection, fresh: RawCollection): Found[] {
  // The backend derives the fields of a view from its query.
  if (isView(old)) return [];
  const before = new Map(fieldsOf(old).map((field) => [fieldId(field), field]));
  const fields = fieldsOf(fresh);
  const kept = new Set(fields.map(fieldId));
  const unmatched = new Map(
    fieldsOf(old)
      .filter((field) => !kept.has(fieldId(field)))
      .map((field) => [foldName(fieldName(field)), field]),
  );
  const find = (field: RawField, rest: Pick<Found, 'kind' | 'rows' | 'refusal'>): Found => {
    const part = { of: 'field', fieldId: fieldId(field) } as const;
    return { id: idOf(old, part), part, label: `Field ${fieldName(field)}`, ...rest };
  };
  const found = fields.flatMap((field): Found[] => {
    const folded = foldName(fieldName(field));
    const twin = unmatched.get(folded);
    const stored = before.get(fieldId(field)) ?? twin;
    if (!stored) return [find(field, { kind: 'added', rows: changedRows({}, field) })];
    if (stored === twin) unmatched.delete(folded);
    else if (isSameField(stored, field)) return [];
    const isOtherType = ownOf(stored, 'type') !== ownOf(field, 'type') || stored === twin;
    const isOtherTarget = targetIdOf(stored) !== targetIdOf(field);
    const refusal = isOtherType ? TYPE : isOtherTarget ? RELATION : twin && FIELD_NAME_TAKEN;
    return [find(field, { kind: 'changed', rows: changedRows(stored, field), refusal })];
  });
  const removed = [...unmatched.values()].map((field) =>
    find(field, { kind: 'removed', rows: changedRows(field, {}), refusal: ONLY_THERE }),
  );
  return [...found, ...removed];
}

function changedIndexes(
  old: RawCollection,
  fresh: RawCollection,
  to: readonly RawCollection[],
  tools: IndexTools,
): Found[] {
  const renames = renamedFields(old, fresh);
  const [before, after] = [namedIndexes(old, tools), namedIndexes(fresh, tools)];
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((name): Found[] => {
    const [stored, source] = [before.get(name), after.get(name)];
    const sent = source && tools.renameTable(source, old.name);
    if (stored !== undefined && sent !== undefined) {
      const same = [stored, tools.renameColumns(stored, renames)].map(tools.indexMeaning);
      if (same.includes(tools.indexMeaning(sent))) return [];
    }
    const part = { of: 'index', name } as const;
    const row = rowOf(name, { [name]: stored }, { [name]: sent });
    const kind = stored === undefined ? 'added' : sent === undefined ? 'removed' : 'changed';
    const isTaken = sent !== undefined && isIndexTaken(old.id, [name], to, tools);
    const refusal = sent === undefined ? ONLY_THERE : isTaken ? INDEX_NAME_TAKEN : undefined;
    return [{ id: idOf(old, part), part, label: `Index ${name}`, kind, rows: [row], refusal }];
  });
}

function changedParts(
  old: RawCollection,
  fresh: RawCollection,
  to: readonly RawCollection[],
  tools: IndexTools,
): Found[] {
  if (ownOf<unknown>(old, 'type') !== ownOf<unknown>(fresh, 'type')) {
    const part = { of: 'member', name: 'type' } as const;
    const rows = [rowOf('type', old, fresh)];
    return [{ id: idOf(old, part), part, label: 'type', kind: 'changed', rows, refusal: COLLECTION_TYPE }];
  }
  return [
    ...changedMembers(old, fresh, to),
    ...changedFields(old, fresh),
    ...changedIndexes(old, fresh, to, tools),
  ];
}

/** A collection that only one of the backends has, as one difference. */
function wholeCollection(
  collection: RawCollection,
  kind: 'added' | 'removed',
  refusal: string | undefined,
): Found {
  const part = { of: 'collection' } as const;
  const options = Object.entries(optionsOf(collection));
  const shown = Object.fromEntries([
    ...Object.entries(collection).filter(([name]) => !SKIPPED.has(name)),
    ['indexes', ownOf<unknown>(collection, 'indexes')],
    ['fields', fieldsOf(collection).map(fieldName)],
    ...options,
  ]);
  return {
    id: idOf(collection, part),
    part,
    label: kind === 'added' ? 'New collection' : 'Collection',
    kind,
    rows: kind === 'added' ? changedRows({}, shown) : changedRows(shown, {}),
    refusal,
  };
}

/**
 * What the target would get from the source, by collection: new and changed ones, then those that only the target has.
 * Collections and fields are matched by id, else by name and type.
 */
export function compareCollections(
  to: readonly RawCollection[],
  from: readonly RawCollection[],
  tools: IndexTools,
): readonly DifferenceGroup[] {
  const aligned = alignedTo(to, from);
  const before = byId(to);
  const names = new Set(to.map(({ name }) => foldName(name)));
  const groups = aligned.map((fresh, index) => {
    const { id, name } = fresh;
    const old = before.get(id);
    if (!old) {
      const isTaken = isIndexTaken(id, namedIndexes(fresh, tools).keys(), to, tools);
      const refusal = names.has(foldName(name)) ? NAME_TAKEN : isTaken ? INDEX_NAME_TAKEN : undefined;
      return { id, name, kind: 'added' as const, differences: [wholeCollection(fresh, 'added', refusal)] };
    }
    const note = from[index]?.id === id ? undefined : 'Matched by name: the ids differ.';
    return {
      id,
      name: old.name,
      kind: 'changed' as const,
      note,
      differences: changedParts(old, fresh, to, tools),
    };
  });
  const removed = omittedOf(to, aligned).map((old) => ({
    id: old.id,
    name: old.name,
    kind: 'removed' as const,
    differences: [wholeCollection(old, 'removed', ONLY_THERE)],
  }));
  const found = [...groups, ...removed].filter(({ differences }) => differences.length > 0);
  return findNeeds(found, aligned, to, tools);
}

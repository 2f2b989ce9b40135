import { ownOf, text } from '#domain/app/lenient.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { collectionOptionTitle } from '#domain/collections/editor/part-texts.ts';
import { queryNames } from '#domain/collections/editor/query-names.ts';
import { RULE_LABELS, type RuleName, ruleTitle } from '#domain/collections/editor/rules.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import { type DiffRow, rowOf, rowsOf } from '#domain/settings/import/diff.ts';
import { replaceIds } from '#domain/settings/import/ids.ts';
import {
  byId,
  fieldPairs,
  isSameField,
  type Outcome,
  omittedOf,
  renamedFields,
} from '#domain/settings/import/outcome.ts';
import {
  fieldsOf,
  idOf,
  indexesOf,
  isView,
  nameOf,
  optionsOf,
  type RawCollection,
  type RawCollections,
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

/** The input that shows a key of the options. */
type InputOf = (key: string) => string;

/** A collection of both backends, in that of the source with the ids of the target. */
interface Sides {
  readonly old: RawCollection;
  readonly fresh: RawCollection;
  /** Of the target. */
  readonly to: RawCollections;
  readonly tools: IndexTools;
  readonly isIndexTaken: (id: string, names: Iterable<string>) => boolean;
  readonly inputOf: InputOf;
}

const differenceIn = (
  { id }: RawCollection,
  part: Part,
  rest: Omit<Difference, 'id' | 'part' | 'needs'>,
): Difference => {
  const { of, ...names } = part;
  return { id: [id, of, ...Object.values(names)].join(' '), part, needs: [], ...rest };
};

const changedRows = (old: RawField, fresh: RawField): readonly DiffRow[] =>
  rowsOf(new Set([...Object.keys(old), ...Object.keys(fresh)]), old, fresh).filter(
    ({ kind }) => kind !== 'same',
  );

const SKIPPED = new Set(['id', 'schema', 'indexes', 'options', 'system']);

const memberLabel = (name: string): string =>
  Object.hasOwn(RULE_LABELS, name) ? ruleTitle(name as RuleName) : name;
const optionLabel = (name: string, inputOf: InputOf): string =>
  name === 'manageRule' ? ruleTitle(name) : collectionOptionTitle(inputOf(name));

/** Both have them, with different values. */
function changedMembers({ old, fresh, to, inputOf }: Sides): Difference[] {
  const isTaken = to.some(({ id, name }) => id !== old.id && foldName(name) === foldName(fresh.name));
  const find = (of: 'member' | 'option', row: DiffRow, label: string): Difference[] => {
    if (row.kind !== 'changed') return [];
    const refusal = of === 'member' && row.prop === 'name' && isTaken ? NAME_TAKEN : undefined;
    return [differenceIn(old, { of, name: row.prop }, { label, kind: row.kind, rows: [row], refusal })];
  };
  const members = changedRows(old, fresh).filter(({ prop }) => !SKIPPED.has(prop));
  const options = changedRows(optionsOf(old), optionsOf(fresh));
  return [
    ...members.flatMap((row) => find('member', row, memberLabel(row.prop))),
    ...options.flatMap((row) => find('option', row, optionLabel(row.prop, inputOf))),
  ];
}

function changedFields({ old, fresh }: Sides): Difference[] {
  // The backend derives the fields of a view from its query.
  if (isView(old)) return [];
  const pairs = fieldPairs(old, fresh);
  const unmatched = new Map(
    pairs.flatMap((pair) => (pair.old && !pair.fresh ? [[foldName(nameOf(pair.old)), pair.old]] : [])),
  );
  const find = (field: RawField, rest: Pick<Difference, 'kind' | 'rows' | 'refusal'>) =>
    differenceIn(old, { of: 'field', fieldId: idOf(field) }, { label: `Field ${nameOf(field)}`, ...rest });
  const found = pairs.flatMap(({ old: own, fresh: field }): Difference[] => {
    if (!field) return [];
    const folded = foldName(nameOf(field));
    const twin = unmatched.get(folded);
    const stored = own ?? twin;
    if (!stored) return [find(field, { kind: 'added', rows: changedRows({}, field) })];
    if (!own) unmatched.delete(folded);
    else if (isSameField(own, field)) return [];
    const isOtherType = !own || ownOf(own, 'type') !== ownOf(field, 'type');
    const isOtherTarget = targetIdOf(stored) !== targetIdOf(field);
    const refusal = isOtherType ? TYPE : isOtherTarget ? RELATION : twin && FIELD_NAME_TAKEN;
    return [find(field, { kind: 'changed', rows: changedRows(stored, field), refusal })];
  });
  const removed = [...unmatched.values()].map((field) =>
    find(field, { kind: 'removed', rows: changedRows(field, {}), refusal: ONLY_THERE }),
  );
  return [...found, ...removed];
}

function changedIndexes({ old, fresh, tools, isIndexTaken }: Sides): Difference[] {
  const renames = renamedFields(old, fresh);
  const before = tools.indexesByName(indexesOf(old));
  const after = tools.indexesByName(indexesOf(fresh));
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
  const [type] = rowsOf(['type'], old, fresh);
  if (type && type.kind !== 'same') {
    const rest = { label: 'type', kind: 'changed', rows: [type], refusal: COLLECTION_TYPE } as const;
    return [differenceIn(old, { of: 'member', name: 'type' }, rest)];
  }
  return [...changedMembers(sides), ...changedFields(sides), ...changedIndexes(sides)];
}

function wholeCollection(collection: RawCollection, kind: 'added' | 'removed', refusal?: string): Difference {
  const shown = Object.fromEntries([
    ...Object.entries(collection).filter(([name]) => !SKIPPED.has(name)),
    ['indexes', ownOf<unknown>(collection, 'indexes')],
    ['fields', fieldsOf(collection).map(nameOf)],
    ...Object.entries(optionsOf(collection)),
  ]);
  const label = kind === 'added' ? 'New collection' : 'Collection';
  const rows = kind === 'added' ? changedRows({}, shown) : changedRows(shown, {});
  return differenceIn(collection, { of: 'collection' }, { label, kind, rows, refusal });
}

/**
 * By collection: new and changed ones, then those that only the target has. Collections and fields are matched by id,
 * else by name and type.
 */
export function compareCollections(
  to: RawCollections,
  from: RawCollections,
  tools: IndexTools,
  read: Outcome['read'],
  inputOf: InputOf,
) {
  const aligned = replaceIds(to, from);
  const before = byId(to);
  const names = new Set(to.map(({ name }) => foldName(name)));
  const indexed = to.map((one) => ({ id: one.id, indexes: indexesOf(one) }));
  /** In another collection of the target, by folded names. */
  const isIndexTaken: Sides['isIndexTaken'] = (id, all) => tools.takenIndexNames(id, all, indexed).size > 0;
  const groups = aligned.map((fresh, index): DifferenceGroup => {
    const { id, name } = fresh;
    const old = before.get(id);
    if (!old) {
      const isTaken = isIndexTaken(id, tools.indexesByName(indexesOf(fresh)).keys());
      const refusal = names.has(foldName(name)) ? NAME_TAKEN : isTaken ? INDEX_NAME_TAKEN : undefined;
      return { id, name, kind: 'added', differences: [wholeCollection(fresh, 'added', refusal)] };
    }
    const note = from[index]?.id === id ? undefined : 'Matched by name: the ids differ.';
    const differences = changedParts({ old, fresh, to, tools, isIndexTaken, inputOf });
    return { id, name: old.name, kind: 'changed', note, differences };
  });
  const removed = omittedOf(to, aligned).map((old): DifferenceGroup => {
    const differences = [wholeCollection(old, 'removed', ONLY_THERE)];
    return { id: old.id, name: old.name, kind: 'removed', differences };
  });
  const found = [...groups, ...removed].filter(({ differences }) => differences.length > 0);
  return findNeeds(found, aligned, to, tools, read);
}

function patched(old: RawCollection, fresh: RawCollection, parts: readonly Part[], tools: IndexTools) {
  const [fields, statements] = [byId(fieldsOf(fresh)), tools.indexesByName(indexesOf(fresh))];
  const schema = new Map(byId(fieldsOf(old)));
  const indexes = new Map<string, string>();
  let options = optionsOf(old);
  let result = old;
  for (const part of parts) {
    if (part.of === 'member') result = { ...result, [part.name]: ownOf<unknown>(fresh, part.name) };
    if (part.of === 'option') options = { ...options, [part.name]: ownOf(optionsOf(fresh), part.name) };
    if (part.of === 'field') schema.set(part.fieldId, fields.get(part.fieldId) ?? {});
    if (part.of === 'index') indexes.set(part.name, statements.get(part.name) ?? '');
  }
  result = { ...result, schema: [...schema.values()], options };
  const renames = renamedFields(old, result);
  const kept = [...tools.indexesByName(indexesOf(old))].map(
    ([name, sql]) => [name, tools.renameColumns(sql, renames)] as const,
  );
  const all = new Map([...kept, ...indexes]);
  return { ...result, indexes: Array.from(all.values(), (sql) => tools.renameTable(sql, result.name)) };
}

const queryOf = (view: RawCollection): string => text(ownOf(optionsOf(view), 'query'));

/** Tables first, then views after those that they read, as the backend creates them. */
function inOrder(collections: RawCollections): RawCollections {
  let waiting = collections.filter(isView).map((view) => ({ view, reads: queryNames(queryOf(view)).tables }));
  const ordered = collections.filter((collection) => !isView(collection));
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
  to: RawCollections,
  from: RawCollections,
  groups: readonly DifferenceGroup[],
  selected: ReadonlySet<string>,
  tools: IndexTools,
): RawCollections {
  const [stored, fresh] = [byId(to), byId(replaceIds(to, from))];
  const patches = groups.flatMap(({ id, differences }) => {
    const [old, aligned] = [stored.get(id), fresh.get(id)];
    const parts = differences.filter((each) => selected.has(each.id)).map(({ part }) => part);
    if (!aligned || !parts.length) return [];
    return [old ? patched(old, aligned, parts, tools) : aligned];
  });
  return inOrder(patches);
}

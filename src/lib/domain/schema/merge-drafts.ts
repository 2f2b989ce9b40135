import { type Draft, type DraftField, type DraftIndex, defaultCollectionOptions } from './draft.ts';
import { isSameStructure } from './same-structure.ts';

type Options = Readonly<Record<string, unknown>>;

/** Mine where I changed it, else theirs. */
const pick = <T>(base: T, mine: T, theirs: T): T => (isSameStructure(base, mine) ? theirs : mine);

function mergeOptions(base: Options, mine: Options, theirs: Options): Options {
  const changed = Object.entries(mine).filter(([name, value]) => !isSameStructure(base[name], value));
  return { ...theirs, ...Object.fromEntries(changed) };
}

function mergeField(base: DraftField, mine: DraftField, theirs: DraftField): DraftField {
  const type = theirs.id === '' ? pick(base.type, mine.type, theirs.type) : theirs.type;
  const ofType = (field: DraftField) => (field.type === type ? field.options : {});
  const name = pick(base.name, mine.name, theirs.name);
  const toDelete = pick(base.toDelete, mine.toDelete, theirs.toDelete);
  return {
    ...theirs,
    type,
    // A field that goes stands there under its saved name (FD-09).
    name: toDelete && theirs.id !== '' ? theirs.originalName : name,
    required: pick(base.required, mine.required, theirs.required),
    presentable: pick(base.presentable, mine.presentable, theirs.presentable),
    nullable: pick(base.nullable, mine.nullable, theirs.nullable),
    toDelete,
    options: mergeOptions(ofType(base), ofType(mine), ofType(theirs)),
  };
}

/**
 * One order out of two: the one that was changed, mine before theirs. What only the other one has comes behind
 * what it follows there.
 */
function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  kept: ReadonlySet<string>,
): string[] {
  const inMine = new Set(mine);
  const inBase = new Set(base);
  const isMoved = !isSameStructure(
    base.filter((key) => inMine.has(key)),
    mine.filter((key) => inBase.has(key)),
  );
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const inSecond = new Set(second);
  const order = first.filter((key) => kept.has(key));
  for (const [position, key] of second.entries()) {
    if (!kept.has(key) || order.includes(key)) continue;
    const before = second.slice(0, position).findLast((other) => order.includes(other));
    let place = before === undefined ? 0 : order.indexOf(before) + 1;
    // Of two that were added in one place, the one of the other order stays where it is.
    while (place < order.length && !inSecond.has(order[place] ?? '')) place += 1;
    order.splice(place, 0, key);
  }
  return order;
}

/** Indexes that were written or taken away by me; all others as they are in theirs. */
function mergeIndexes(
  base: Draft,
  mine: Draft,
  theirs: Draft,
  keyOf: (key: string) => string,
): readonly DraftIndex[] {
  const sqlOf = ({ indexes }: Draft) => new Set(indexes.map(({ sql }) => sql));
  const [inBase, inMine] = [sqlOf(base), sqlOf(mine)];
  const kept = theirs.indexes.filter(({ sql }) => inMine.has(sql) || !inBase.has(sql));
  const known = new Set(kept.map(({ sql }) => sql));
  const written = mine.indexes
    .filter(({ sql }) => !inBase.has(sql) && !known.has(sql))
    .map(({ sql, keys, table }) => ({
      sql,
      table,
      keys: new Map([...keys].map(([name, key]) => [name, keyOf(key)])),
    }));
  return [...kept, ...written];
}

/** The fields of {@link mergeDrafts}, and what keys of mine are called there. */
function mergeFields(base: Draft, mine: Draft, theirs: Draft) {
  const before = new Map(base.fields.map((field) => [field.key, field]));
  const stored = new Map(theirs.fields.map((field) => [field.key, field]));
  const own = new Map(mine.fields.map((field) => [field.key, field]));
  const fields = new Map<string, DraftField>();
  const keys = new Map<string, string>();
  let nextKey = Math.max(mine.nextKey, theirs.nextKey);

  for (const field of theirs.fields) {
    const { key } = field;
    const [was, now] = [before.get(key), own.get(key)];
    if (was && now) fields.set(key, mergeField(was, now, field));
    else if (!was) fields.set(key, field);
    // A new field that I took back while it was being saved.
    else if (field.id !== '') fields.set(key, { ...field, name: field.originalName, toDelete: true });
  }
  for (const field of mine.fields) {
    const was = before.get(field.key);
    const isTheirs = was ? stored.has(field.key) : false;
    if (isTheirs) continue;
    // One that is gone stays gone, unless something was typed in it: then it is a new field.
    if (was && (field.toDelete || isSameStructure(was, field))) continue;
    const isTaken = stored.has(field.key) || field.id !== '';
    const key = isTaken ? `new-${nextKey}` : field.key;
    if (isTaken) nextKey += 1;
    keys.set(field.key, key);
    fields.set(key, { ...field, key, id: '', originalName: '', system: false, toDelete: false });
  }
  const keyOf = (key: string) => keys.get(key) ?? key;
  const order = mergeOrder(
    base.fields.map(({ key }) => key),
    mine.fields.map(({ key }) => keyOf(key)),
    theirs.fields.map(({ key }) => key),
    new Set(fields.keys()),
  );
  return { fields: order.flatMap((key) => fields.get(key) ?? []), keyOf, nextKey };
}

/**
 * Brings the changes from `base` to `mine` into `theirs`, part by part: name, type, rules, options, fields by
 * their keys, indexes. Where both changed the same, mine counts. What belongs to the collection as it is stored
 * (id, dates, system) is always theirs, and so is the type once it is saved.
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft {
  const { fields, keyOf, nextKey } = mergeFields(base, mine, theirs);
  const type = theirs.id === '' ? pick(base.type, mine.type, theirs.type) : theirs.type;
  const ofType = (draft: Draft) => (draft.type === type ? draft.options : defaultCollectionOptions(type));
  const merged: Draft = {
    ...theirs,
    name: pick(base.name, mine.name, theirs.name),
    type,
    fields,
    indexes: mergeIndexes(base, mine, theirs, keyOf),
    listRule: pick(base.listRule, mine.listRule, theirs.listRule),
    viewRule: pick(base.viewRule, mine.viewRule, theirs.viewRule),
    createRule: pick(base.createRule, mine.createRule, theirs.createRule),
    updateRule: pick(base.updateRule, mine.updateRule, theirs.updateRule),
    deleteRule: pick(base.deleteRule, mine.deleteRule, theirs.deleteRule),
    options: mine.type === type ? mergeOptions(ofType(base), mine.options, ofType(theirs)) : ofType(theirs),
    nextKey,
  };
  if (type !== 'view') return merged;
  return { ...merged, createRule: null, updateRule: null, deleteRule: null, indexes: [] };
}

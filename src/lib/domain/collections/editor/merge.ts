import type { Collection, CollectionType, Rule } from '#domain/backend/collection.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import {
  type Choices,
  type Equality,
  outcomeOf,
  type PartConflict,
  type Side,
  type Versions,
} from '#domain/model/parts.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { byRule } from '../collection.ts';
import { isSameCollectionOption, isSameField, isSameFieldOption } from '../compare.ts';
import { type EditedRule, ruleText, ruleTitle } from '../rules.ts';
import {
  collectionOptionText,
  collectionOptionTitle,
  fieldChanges,
  fieldOptionTitle,
  optionText,
} from './changes.ts';
import { type NormalizedIndex, normalizedIndexes } from './indexes.ts';
import { hasOwnAuth } from './own-auth.ts';
import { providersOf, withoutTheirSecrets } from './own-providers.ts';
import {
  type CollectionValues,
  type FieldValues,
  type IndexValues,
  NOT_IN_VIEWS,
  valuesOf,
} from './values.ts';

/** The result of a three-way merge, and what both sides changed differently. */
export interface Merge {
  readonly values: CollectionValues;
  readonly conflicts: readonly PartConflict[];
}

interface ShownPart<T> extends Equality<T> {
  readonly id: string;
  readonly label: string;
  /** A value as text; `other` is the version shown next to it. */
  readonly format: (value: T, other: T) => string;
}

/** Picks one of two versions for each part of something that is more than a list of parts; collects the conflicts. */
export class PartMerger {
  readonly conflicts: PartConflict[] = [];
  /** What an administrator is called. */
  readonly word: string;
  readonly #choices: Choices;

  constructor(choices: Choices, word = 'admin') {
    this.#choices = choices;
    this.word = word;
  }

  /** Adds a conflict and returns the side that wins it: mine until the user decides. */
  decide(conflict: PartConflict): Side {
    this.conflicts.push(conflict);
    return this.#choices.get(conflict.id) ?? 'mine';
  }

  /** The changed version; if both were changed differently, the one that wins the conflict. */
  pick<T>(part: ShownPart<T>, base: T, mine: T, theirs: T): T {
    const { id, label, format } = part;
    const outcome = outcomeOf({ base, mine, theirs }, part);
    const texts = () => ({ mine: format(mine, theirs), theirs: format(theirs, mine) });
    const side = outcome === 'conflict' ? this.decide({ id, label, ...texts() }) : outcome;
    return side === 'mine' ? mine : theirs;
  }
}

/** Merges two orders of keys, of which `kept` stay: the changed one wins. Removed fields have no name nor conflict. */
function mergeOrder(
  merger: PartMerger,
  { base, mine, theirs }: Versions<readonly string[]>,
  kept: ReadonlySet<string>,
  nameOf: (key: string) => string | undefined,
): string[] {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const common = (keys: readonly string[]) =>
    keys.filter(
      (key) => nameOf(key) !== undefined && inBase.has(key) && inMine.has(key) && inTheirs.has(key),
    );
  const part = {
    id: 'order',
    label: 'Order of the fields',
    format: (keys: readonly string[]) => keys.map(nameOf).join(', '),
  };
  const [was, own, stored] = [common(base), common(mine), common(theirs)];
  const isMine = !isSameStructure(merger.pick(part, was, own, stored), stored);
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  const inSecond = new Set(second);
  const order = first.filter((key) => kept.has(key));
  for (const [position, key] of second.entries()) {
    if (!kept.has(key) || order.includes(key)) continue;
    const before = second.slice(0, position).findLast((other) => order.includes(other));
    let place = before === undefined ? 0 : order.indexOf(before) + 1;
    // Of fields that both orders added at one place, those of the first order come first.
    while (place < order.length && !inSecond.has(order[place] ?? '')) place += 1;
    order.splice(place, 0, key);
  }
  return order;
}

type Options = CollectionValues['options'];
type OptionPart = ShownPart<unknown> & Required<Pick<ShownPart<unknown>, 'isSame'>>;

function mergeOptions(
  merger: PartMerger,
  { base, mine, theirs }: Versions<Options>,
  partOf: (name: string) => OptionPart,
): Options {
  const merged: Record<string, unknown> = { ...theirs };
  for (const [name, value] of Object.entries(mine)) {
    const part = partOf(name);
    const picked = merger.pick(part, base[name], value, theirs[name]);
    // Of two equal values mine is kept: an emptied list or input is sent as it was edited, not as another blank.
    merged[name] = part.isSame(picked, value) ? value : picked;
  }
  return merged;
}

const collectionOption = (name: string): OptionPart => ({
  id: `options.${name}`,
  label: collectionOptionTitle(name),
  format: (value, other) => collectionOptionText(name, value, other),
  isSame: isSameCollectionOption,
});

/** Of two lists of providers that both have changed, mine leaves the secrets of theirs to be typed. */
function withOwnSecrets(merged: Options, { base, mine, theirs }: Versions<Options>): Options {
  const isMine = hasOwnAuth(theirs) && merged['providers'] === mine['providers'];
  if (!isMine || isSameStructure(mine['providers'], theirs['providers'])) return merged;
  const providers = withoutTheirSecrets(providersOf(mine), providersOf(base), providersOf(theirs));
  return { ...merged, providers };
}

/** What collections of one type have: another type keeps its own, in case it is changed back. */
function mergeTyped(
  merger: PartMerger,
  { base, mine, theirs }: Versions<CollectionValues>,
  type: CollectionType,
) {
  if (mine.type !== type) return {};
  if (type === 'view') {
    const picked = merger.pick(collectionOption('query'), base.query, mine.query, theirs.query);
    return { query: String(picked) };
  }
  if (type !== 'auth') return {};
  const options = { base: base.options, mine: mine.options, theirs: theirs.options };
  return {
    manageRule: pickRule(merger, 'manageRule', { base, mine, theirs }),
    ...(theirs.authRule !== undefined && { authRule: pickRule(merger, 'authRule', { base, mine, theirs }) }),
    options: withOwnSecrets(mergeOptions(merger, options, collectionOption), options),
  };
}

const pickRule = (
  merger: PartMerger,
  id: EditedRule,
  { base, mine, theirs }: Versions<CollectionValues>,
): Rule => {
  const part = { id, label: ruleTitle(id), format: (rule: Rule) => ruleText(rule, id, merger.word) };
  return merger.pick(part, base[id] ?? null, mine[id] ?? null, theirs[id] ?? null);
};

/** Mine if I changed it, else theirs: for what can't be in conflict, such as a switch that both turned. */
const pick = <T>(base: T, mine: T, theirs: T): T => (isSameStructure(base, mine) ? theirs : mine);

function mergeField(merger: PartMerger, { base, mine, theirs }: Versions<FieldValues>): FieldValues {
  const { key } = theirs;
  const isRemovedHere = mine.toDelete && !base.toDelete && !theirs.toDelete;
  if (isRemovedHere && !isSameField(base, theirs)) {
    const changes = fieldChanges(base, theirs).map(({ text }) => text);
    const texts = { mine: 'removed', theirs: `kept (${changes.join('; ')})` };
    const side = merger.decide({ id: `field ${key}`, label: `Field ${theirs.name}`, ...texts });
    return side === 'theirs' ? theirs : { ...theirs, name: theirs.originalName, toDelete: true };
  }
  const type = theirs.id === '' ? pick(base.type, mine.type, theirs.type) : theirs.type;
  const ofType = (field: FieldValues) => (field.type === type ? field.options : {});
  const options = { base: ofType(base), mine: ofType(mine), theirs: ofType(theirs) };
  const toDelete = pick(base.toDelete, mine.toDelete, theirs.toDelete);
  const named = { id: `field ${key} name`, label: `Name of field ${base.name}`, format: String };
  const name = merger.pick(named, base.name, mine.name, theirs.name);
  const help = { id: `field ${key} help`, label: `Help text of field ${base.name}`, format: optionText };
  return {
    ...theirs,
    type,
    // A removed field is shown under its saved name.
    name: toDelete ? theirs.originalName : name,
    isRequired: pick(base.isRequired, mine.isRequired, theirs.isRequired),
    isPresentable: pick(base.isPresentable, mine.isPresentable, theirs.isPresentable),
    isHidden: pick(base.isHidden, mine.isHidden, theirs.isHidden),
    help: merger.pick(help, base.help, mine.help, theirs.help),
    nullable: pick(base.nullable, mine.nullable, theirs.nullable),
    toDelete,
    options: mergeOptions(merger, options, (option) => ({
      id: `field ${key} options.${option}`,
      label: fieldOptionTitle(type, option, theirs.name),
      format: optionText,
      isSame: (a, b) => isSameFieldOption(type, a, b),
    })),
  };
}

const keysOf = ({ fields }: CollectionValues): string[] => fields.map(({ key }) => key);

function mergeFields(merger: PartMerger, { base, mine, theirs }: Versions<CollectionValues>) {
  const before = new Map(base.fields.map((field) => [field.key, field]));
  const stored = new Map(theirs.fields.map((field) => [field.key, field]));
  const own = new Map(mine.fields.map((field) => [field.key, field]));
  const fields = new Map<string, FieldValues>();
  const keys = new Map<string, string>();
  let nextKey = Math.max(mine.nextKey, theirs.nextKey);

  for (const field of theirs.fields) {
    const { key } = field;
    const [was, now] = [before.get(key), own.get(key)];
    if (was && now) fields.set(key, mergeField(merger, { base: was, mine: now, theirs: field }));
    else if (!was) fields.set(key, field);
    // A new field that I removed while it was being saved.
    else if (field.id !== '') fields.set(key, { ...field, name: field.originalName, toDelete: true });
  }
  const added = new Map(
    theirs.fields
      .filter(({ key, id }) => id !== '' && !before.has(key) && !own.has(key))
      .map((field) => [foldName(field.name), field]),
  );
  for (const field of mine.fields) {
    const was = before.get(field.key);
    if (was && stored.has(field.key)) continue;
    const duplicate = field.id === '' ? added.get(foldName(field.name)) : undefined;
    // Both sides added the same field, for example because the response to a save was lost.
    if (duplicate && isSameField(duplicate, field)) {
      keys.set(field.key, duplicate.key);
      continue;
    }
    const other = was ? undefined : stored.get(field.key);
    // The same new field is in both drafts.
    if (other?.id === '' && isSameField(other, field)) continue;
    if (was && !isRecreated(merger, was, field)) continue;
    const isTaken = stored.has(field.key) || field.id !== '';
    const key = isTaken ? `new-${nextKey}` : field.key;
    if (isTaken) nextKey += 1;
    keys.set(field.key, key);
    const isSystem = field.builtIn !== undefined;
    fields.set(key, { ...field, key, id: '', originalName: '', isSystem, toDelete: false });
  }
  return { fields, keyOf: (key: string) => keys.get(key) ?? key, nextKey };
}

/** Whether a field that others removed is created again: only if I changed it. */
function isRecreated(merger: PartMerger, was: FieldValues, field: FieldValues): boolean {
  if (field.toDelete || (was.toDelete === field.toDelete && isSameField(was, field))) return false;
  const texts = { mine: 'created again, without its data', theirs: 'removed' };
  return merger.decide({ id: `field ${field.key}`, label: `Field ${was.name}`, ...texts }) === 'mine';
}

type Maybe = NormalizedIndex | undefined;

const partOf = (name: string): ShownPart<Maybe> => ({
  id: `index ${name}`,
  label: `Index ${name}`,
  format: (index) => index?.values.sql ?? 'removed',
  isSame: (a, b) => a?.normalized === b?.normalized,
});

/** Merges indexes by name. `keyOf` maps a key of my fields to its key in the merged values. */
function mergeIndexes(
  merger: PartMerger,
  { base, mine, theirs }: Versions<CollectionValues>,
  keyOf: (key: string) => string,
  tools: IndexTools | undefined,
): IndexValues[] {
  const isSaved = new Set(keysOf(base));
  // A field that is created again gets a new key, but that alone does not change its indexes.
  const own = normalizedIndexes(mine, tools, (key) => (isSaved.has(key) ? key : keyOf(key)));
  const [before, stored] = [normalizedIndexes(base, tools), normalizedIndexes(theirs, tools)];
  const names = new Set([...stored.keys(), ...own.keys()]);
  return [...names].flatMap((name) => {
    const here = own.get(name);
    const picked = merger.pick(partOf(name), before.get(name), here, stored.get(name));
    if (!picked || picked !== here) return picked?.values ?? [];
    const keys = [...picked.values.keys].map(([column, key]): [string, string] => [column, keyOf(key)]);
    return { ...picked.values, keys: new Map(keys) };
  });
}

/**
 * Applies the changes from `base` to `mine` to `theirs`, part by part (docs/collections.md). In a conflict mine wins
 * unless `choices` decide otherwise. What the backend sets is always theirs, and so is the type of a saved collection.
 * Without the tools, an index is identified by its text.
 */
export function mergeVersions(
  versions: Versions<CollectionValues>,
  choices: Choices,
  tools: IndexTools | undefined,
  word?: string,
): Merge {
  const { base, mine, theirs } = versions;
  const merger = new PartMerger(choices, word);
  const { fields, keyOf, nextKey } = mergeFields(merger, versions);
  const orders = { base: keysOf(base), mine: keysOf(mine).map(keyOf), theirs: keysOf(theirs) };
  const order = mergeOrder(merger, orders, new Set(fields.keys()), (key) => {
    const field = fields.get(key);
    return field && !field.toDelete ? field.name : undefined;
  });
  const type = theirs.id === '' ? pick(base.type, mine.type, theirs.type) : theirs.type;
  const named = { id: 'name', label: 'Name of the collection', format: String };
  const merged: CollectionValues = {
    ...theirs,
    name: merger.pick(named, base.name, mine.name, theirs.name),
    type,
    fields: order.flatMap((key) => fields.get(key) ?? []),
    indexes: mergeIndexes(merger, versions, keyOf, tools),
    ...byRule((id) => pickRule(merger, id, versions)),
    ...mergeTyped(merger, versions, type),
    nextKey,
  };
  const { conflicts } = merger;
  return { values: type === 'view' ? { ...merged, ...NOT_IN_VIEWS } : merged, conflicts };
}

/** {@link mergeVersions} without choices: mine wins every conflict. */
export const mergeValues = (
  base: CollectionValues,
  mine: CollectionValues,
  theirs: CollectionValues,
  tools?: IndexTools,
): CollectionValues => mergeVersions({ base, mine, theirs }, new Map(), tools).values;

/** The values of a stored collection, with the field keys that an editor uses; its new fields are found by name. */
export function keyedValues(stored: Collection, { fields }: CollectionValues): CollectionValues {
  const keys = new Map(fields.map(({ id, name, key }) => [id || `new ${name}`, key]));
  return valuesOf(stored, ({ id, name }) => keys.get(id) ?? keys.get(`new ${name}`) ?? id);
}

/**
 * The values of an editor after a save and their base: the stored collection, merged with the edits made after `sent`
 * was sent. Fields keep their keys, so the focused input stays in place.
 */
export function collectionAfterSave(sent: CollectionValues, now: CollectionValues, result: Collection) {
  const base = keyedValues(result, sent);
  // The backend keeps the order of the indexes but not always their texts, and adds those that it needs behind them.
  const stored = new Map(sent.indexes.map((index, position) => [index, base.indexes[position]]));
  const sentBase = { ...sent, indexes: base.indexes.slice(0, sent.indexes.length) };
  const mine = { ...now, indexes: now.indexes.map((index) => stored.get(index) ?? index) };
  return { base, values: mergeValues(sentBase, mine, { ...base, nextKey: now.nextKey }) };
}

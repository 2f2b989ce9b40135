import type { IndexTools } from './index-sql/load.ts';
import { mergeFields, type Versions } from './merge-fields.ts';
import { mergeIndexes } from './merge-indexes.ts';
import { mergeOrder } from './merge-order.ts';
import { type Choices, type Conflict, Merging } from './merging.ts';
import { collectionOptionText, collectionOptionTitle, ruleText, ruleTitle } from './part-texts.ts';
import type { RuleName } from './rules.ts';
import { isSameCollectionOption } from './same-part.ts';
import { isSameStructure } from './same-structure.ts';
import { type CollectionValues, defaultCollectionOptions } from './values.ts';

/** What three versions of a collection come to. */
export interface Merge {
  readonly values: CollectionValues;
  /** What both changed, each to something else. */
  readonly conflicts: readonly Conflict[];
}

function mergeOptions(merging: Merging, { base, mine, theirs }: Versions, type: CollectionValues['type']) {
  const ofType = (values: CollectionValues) =>
    values.type === type ? values.options : defaultCollectionOptions(type);
  const [was, stored] = [ofType(base), ofType(theirs)];
  const merged: Record<string, unknown> = { ...stored };
  if (mine.type !== type) return merged;
  for (const [name, value] of Object.entries(mine.options)) {
    const part = {
      id: `options.${name}`,
      label: collectionOptionTitle(name),
      words: (value: unknown, other: unknown) => collectionOptionText(name, value, other),
      isSame: isSameCollectionOption,
    };
    const picked = merging.pick(part, was[name], value, stored[name]);
    // A list that was emptied is sent as it is typed, not as another blank.
    merged[name] = isSameCollectionOption(picked, value) ? value : picked;
  }
  return merged;
}

/**
 * Brings the changes from `base` to `mine` into `theirs`, part by part: name, type, every rule, every option,
 * fields by their keys and in them every property and option, their order, indexes by their names. What both
 * changed differently is a conflict, in which mine counts unless `choices` say otherwise. What belongs to the
 * collection as it is stored (id, dates, system) is always theirs, and so is the type once it is saved.
 * Without the index tools, which load lazily, an index is known by its text.
 */
export function mergeVersions(versions: Versions, choices: Choices, tools: IndexTools | undefined): Merge {
  const { base, mine, theirs } = versions;
  const merging = new Merging(choices);
  const { fields, keyOf, nextKey } = mergeFields(merging, versions);
  const order = mergeOrder(
    merging,
    {
      base: base.fields.map(({ key }) => key),
      mine: mine.fields.map(({ key }) => keyOf(key)),
      theirs: theirs.fields.map(({ key }) => key),
    },
    new Set(fields.keys()),
    (key) => {
      const field = fields.get(key);
      return field && !field.toDelete ? field.name : undefined;
    },
  );
  const type = theirs.id === '' && !isSameStructure(base.type, mine.type) ? mine.type : theirs.type;
  const rule = (name: Exclude<RuleName, 'manageRule'>) =>
    merging.pick({ id: name, label: ruleTitle(name), words: ruleText }, base[name], mine[name], theirs[name]);
  const merged: CollectionValues = {
    ...theirs,
    name: merging.pick(
      { id: 'name', label: 'Name of the collection', words: String },
      base.name,
      mine.name,
      theirs.name,
    ),
    type,
    fields: order.flatMap((key) => fields.get(key) ?? []),
    indexes: mergeIndexes(merging, versions, keyOf, tools),
    listRule: rule('listRule'),
    viewRule: rule('viewRule'),
    createRule: rule('createRule'),
    updateRule: rule('updateRule'),
    deleteRule: rule('deleteRule'),
    options: mergeOptions(merging, versions, type),
    nextKey,
  };
  const { conflicts } = merging;
  if (type !== 'view') return { values: merged, conflicts };
  const values: CollectionValues = {
    ...merged,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    indexes: [],
  };
  return { values, conflicts };
}

/** {@link mergeVersions} where nobody is asked: mine counts where both changed the same. */
export const mergeValues = (
  base: CollectionValues,
  mine: CollectionValues,
  theirs: CollectionValues,
  tools?: IndexTools,
): CollectionValues => mergeVersions({ base, mine, theirs }, new Map(), tools).values;

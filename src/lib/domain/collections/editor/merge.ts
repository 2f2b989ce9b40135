import type { Versions } from '#domain/app/versions.ts';
import type { IndexTools } from './index-sql/load-tools.ts';
import { mergeFields } from './merge-fields.ts';
import { mergeIndexes } from './merge-indexes.ts';
import { mergeOrder } from './merge-order.ts';
import { type Choices, type PartConflict, PartMerger } from './part-merger.ts';
import { collectionOptionText, collectionOptionTitle, ruleText } from './part-texts.ts';
import { ruleTitle } from './rules.ts';
import { isSameCollectionOption } from './same-part.ts';
import { isSameStructure } from './same-structure.ts';
import { byRule, type CollectionValues, defaultCollectionOptions, NOT_IN_VIEWS } from './values.ts';

/** The result of a three-way merge of a collection. */
export interface Merge {
  readonly values: CollectionValues;
  /** The parts that both sides changed differently. */
  readonly conflicts: readonly PartConflict[];
}

function mergeOptions(
  merger: PartMerger,
  { base, mine, theirs }: Versions<CollectionValues>,
  type: CollectionValues['type'],
) {
  const ofType = (values: CollectionValues) =>
    values.type === type ? values.options : defaultCollectionOptions(type);
  const [was, stored] = [ofType(base), ofType(theirs)];
  const merged: Record<string, unknown> = { ...stored };
  if (mine.type !== type) return merged;
  for (const [name, value] of Object.entries(mine.options)) {
    const part = {
      id: `options.${name}`,
      label: collectionOptionTitle(name),
      format: (value: unknown, other: unknown) => collectionOptionText(name, value, other),
      isSame: isSameCollectionOption,
    };
    const picked = merger.pick(part, was[name], value, stored[name]);
    // Of two equal values mine is kept: an emptied list is sent as it was edited, not as another blank.
    merged[name] = isSameCollectionOption(picked, value) ? value : picked;
  }
  return merged;
}

/**
 * Applies the changes from `base` to `mine` to `theirs`, part by part: name, type, each rule, each option, fields by
 * key with each property and option, the order of the fields, indexes by name. A part that both sides changed
 * differently is a conflict: mine wins unless `choices` decide otherwise. What the backend sets (id, dates, system) is
 * always theirs, and so is the type of a saved collection. Without the index tools, which load lazily, an index is
 * identified by its text.
 */
export function mergeVersions(
  versions: Versions<CollectionValues>,
  choices: Choices,
  tools: IndexTools | undefined,
): Merge {
  const { base, mine, theirs } = versions;
  const merger = new PartMerger(choices);
  const { fields, keyOf, nextKey } = mergeFields(merger, versions);
  const order = mergeOrder(
    merger,
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
  const merged: CollectionValues = {
    ...theirs,
    name: merger.pick(
      { id: 'name', label: 'Name of the collection', format: String },
      base.name,
      mine.name,
      theirs.name,
    ),
    type,
    fields: order.flatMap((key) => fields.get(key) ?? []),
    indexes: mergeIndexes(merger, versions, keyOf, tools),
    ...byRule((id) =>
      merger.pick({ id, label: ruleTitle(id), format: ruleText }, base[id], mine[id], theirs[id]),
    ),
    options: mergeOptions(merger, versions, type),
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

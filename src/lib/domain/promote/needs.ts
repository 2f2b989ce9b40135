import { type Collection, listedFields, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { queryNames } from '#domain/collections/editor/query-names.ts';
import { followPath } from '#domain/collections/follow-path.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { namesIn } from '#domain/model/filter/walk.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import type { DiffRow } from '#domain/settings/import/diff.ts';
import { byId, type Collections } from '#domain/settings/import/outcome.ts';
import { type Difference, type DifferenceGroup, differencesOf, labelsOf } from './difference.ts';

interface Need {
  readonly id: string;
  /** The target would refuse the other difference without it. */
  readonly isMust: boolean;
}

const keyOf = (collectionId: string, name: string): string => `${collectionId} ${foldName(name)}`;

/** Differences by the names that they bring into being. */
function broughtBy(groups: readonly DifferenceGroup[]) {
  /** By the id of a collection: it adds or renames this one. */
  const collections = new Map<string, string>();
  /** By {@link keyOf}: they add or rename fields, by their new names and by their old ones. */
  const fields = new Map<string, string>();
  const renames = new Map<string, string>();
  for (const group of groups) {
    for (const { id, part, rows } of group.differences) {
      const name = rows.find(({ prop }) => prop === 'name');
      if (part.of === 'collection' || (part.of === 'member' && part.name === 'name'))
        collections.set(group.id, id);
      if (part.of !== 'field' || name?.new === undefined) continue;
      fields.set(keyOf(group.id, name.new), id);
      if (name.old !== undefined) renames.set(keyOf(group.id, name.old), id);
    }
  }
  return { collections, fields, renames };
}

/**
 * A relation needs its new target, a rule, query or index the new names in it, also through relations, and a field the
 * rename of the one that has its name. What can't be without something refused is refused, too.
 */
export function findNeeds(
  groups: readonly DifferenceGroup[],
  aligned: Collections,
  to: Collections,
  tools: IndexTools,
): readonly DifferenceGroup[] {
  const known = byId(aligned);
  const stored = new Set(to.flatMap((one) => ownFields(one).map(({ name }) => keyOf(one.id, name))));
  const index = schemaIndex(aligned);
  const named = new Map(aligned.map(({ id, name }) => [foldName(name), id]));
  const added = new Set(groups.flatMap(({ kind, id }) => (kind === 'added' ? [id] : [])));
  const { collections, fields, renames } = broughtBy(groups);

  const need = (id: string | undefined, isMust = true): Need[] => (id === undefined ? [] : [{ id, isMust }]);

  /** No must if the target has a field of that name. */
  function ofName(collectionId: string, name: string, isMust = true): Need[] {
    const key = keyOf(collectionId, name);
    return need(fields.get(key), isMust && !stored.has(key));
  }

  function inRule(own: Collection, rule: string): Need[] {
    const start = index.byName(own.id);
    if (!start) return [];
    const found: Need[] = [];
    for (const path of namesIn(rule)) {
      // The backend takes any data of a request.
      const isMust = !path.startsWith('@request.');
      for (const step of followPath(path, start, index)) {
        if (step.of === 'collection') found.push(...need(collections.get(step.collection.id), isMust));
        if (step.of === 'field') found.push(...ofName(step.collection.id, step.name, isMust));
      }
    }
    return found;
  }

  function inQuery(query: string): Need[] {
    const { tables, qualified, bare } = queryNames(query);
    return [...tables].flatMap((table) => {
      const id = named.get(table) ?? '';
      const columns = [...bare, ...(qualified.get(table) ?? [])];
      return [...need(collections.get(id)), ...columns.flatMap((column) => ofName(id, column))];
    });
  }

  const inRows = (rows: readonly DiffRow[], own: Collection): Need[] =>
    rows.flatMap((row) => {
      if (own.type === 'view' && row.prop === 'query') return inQuery(row.new ?? '');
      return row.prop.endsWith('Rule') ? inRule(own, row.new ?? '') : [];
    });

  /** A relation names its collection by the id. */
  function ofTarget(field: Field): Need[] {
    const id = relatedId(field);
    return id !== undefined && added.has(id) ? need(collections.get(id)) : [];
  }

  function needsOf({ part, rows }: Difference, own: Collection): Need[] {
    switch (part.of) {
      case 'collection':
        return [...ownFields(own).flatMap(ofTarget), ...inRows(rows, own)];
      case 'field': {
        const field = listedFields(own).find(({ id }) => id === part.fieldId);
        return field ? [...need(renames.get(keyOf(own.id, field.name))), ...ofTarget(field)] : [];
      }
      case 'index': {
        const columns = rows.flatMap((row) => tools.columnNames(row.new ?? ''));
        return columns.flatMap((name) => need(fields.get(keyOf(own.id, name))));
      }
      case 'member':
      case 'option':
        return inRows(rows, own);
      case 'setting':
        return [];
    }
  }

  const needs = new Map<string, readonly Need[]>();
  for (const { id, differences } of groups) {
    const own = known.get(id);
    if (!own) continue;
    for (const difference of differences) {
      const found = needsOf(difference, own).filter((each) => each.id !== difference.id);
      needs.set(difference.id, found);
    }
  }
  const refusals = refusalsOf(groups, needs);
  return groups.map((group) => ({
    ...group,
    differences: group.differences.map((each) => ({
      ...each,
      needs: [...new Set(needs.get(each.id)?.map(({ id }) => id))],
      refusal: refusals.get(each.id),
    })),
  }));
}

function refusalsOf(groups: readonly DifferenceGroup[], needs: ReadonlyMap<string, readonly Need[]>) {
  const labels = labelsOf(groups);
  const refused = differencesOf(groups).filter(({ refusal }) => refusal !== undefined);
  const refusals = new Map(refused.map(({ id, refusal }) => [id, refusal]));
  for (let before = -1; before < refusals.size; ) {
    before = refusals.size;
    for (const [id, all] of needs) {
      const missing = all.find((each) => each.isMust && refusals.has(each.id));
      if (!missing || refusals.has(id)) continue;
      refusals.set(id, `It needs “${labels.get(missing.id)}”, which can’t be promoted.`);
    }
  }
  return refusals;
}

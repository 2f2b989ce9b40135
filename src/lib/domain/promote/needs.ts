import { parseCollection } from '#domain/collections/collection.ts';
import { filterPaths, followPath } from '#domain/collections/editor/filter-paths.ts';
import type { IndexTools } from '#domain/collections/editor/index-sql/load-tools.ts';
import { queryNames } from '#domain/collections/editor/query-names.ts';
import { foldName } from '#domain/collections/fold-name.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import type { DiffRow } from '#domain/settings/import/diff.ts';
import { byId } from '#domain/settings/import/effective.ts';
import {
  fieldId,
  fieldName,
  fieldsOf,
  isView,
  type RawCollection,
  type RawField,
  targetIdOf,
} from '#domain/settings/import/raw.ts';
import type { Difference, DifferenceGroup } from './difference.ts';

/** The differences that bring a name into being, by collection id: the collection itself, and its fields by name. */
interface Brought {
  readonly collection?: string | undefined;
  readonly fields: ReadonlyMap<string, string>;
  /** The renames of fields by the name that they have in the target. */
  readonly renames: ReadonlyMap<string, string>;
}

type Unneeding = Omit<DifferenceGroup, 'differences'> & {
  readonly differences: readonly Omit<Difference, 'needs'>[];
};

/** The rows of a new collection that name nothing but its own parts. */
const OWN_PARTS: ReadonlySet<string> = new Set(['name', 'type', 'indexes', 'fields']);

const wordsOf = (value: string): ReadonlySet<string> =>
  new Set(Array.from(value.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu), ([word]) => foldName(word)));

function broughtBy({ differences }: Unneeding, collection: RawCollection): Brought {
  const names = new Map(fieldsOf(collection).map((field) => [fieldId(field), foldName(fieldName(field))]));
  const fields = new Map<string, string>();
  const renames = new Map<string, string>();
  let whole: string | undefined;
  for (const { id, part, rows } of differences) {
    const name = rows.find(({ prop }) => prop === 'name');
    if (part.of === 'collection' || (part.of === 'member' && part.name === 'name')) whole = id;
    else if (part.of === 'field' && name) {
      fields.set(names.get(part.fieldId) ?? '', id);
      if (name.old !== undefined && name.new !== undefined) renames.set(foldName(name.old), id);
    }
  }
  return { collection: whole, fields, renames };
}

/**
 * Adds to each difference those that it needs: a relation its new target, a rule, query or index the new names that it
 * contains, a field the rename of the one that has its name. What can't be without one that is refused is refused, too.
 * `aligned` are the collections of the source, `to` those of the target. A rule can name a field through relations, so
 * these are followed.
 */
export function findNeeds(
  groups: readonly Unneeding[],
  aligned: readonly RawCollection[],
  to: readonly RawCollection[],
  tools: IndexTools,
): readonly DifferenceGroup[] {
  const known = byId(aligned);
  const storedNames = new Map(
    to.map((one) => [one.id, new Set(fieldsOf(one).map((field) => foldName(fieldName(field))))]),
  );
  const index = schemaIndex(aligned.map(parseCollection));
  const named = new Map(aligned.map((collection) => [foldName(collection.name), collection]));
  const added = new Map(
    groups
      .filter(({ kind }) => kind === 'added')
      .map(({ id, differences }) => [id, differences.map((each) => each.id)]),
  );
  const brought = new Map<string, Brought>();
  for (const group of groups) {
    const collection = known.get(group.id);
    if (collection) brought.set(group.id, broughtBy(group, collection));
  }

  /** The collections that a text of this one may name. */
  function reached(own: RawCollection, words: ReadonlySet<string>): ReadonlySet<RawCollection> {
    const found = new Set([own, ...[...words].flatMap((word) => named.get(word) ?? [])]);
    for (const collection of found) {
      for (const field of fieldsOf(collection)) {
        const target = words.has(foldName(fieldName(field))) ? known.get(targetIdOf(field)) : undefined;
        if (target) found.add(target);
      }
    }
    return found;
  }

  function inText(own: RawCollection, value: string, isAlone = false): string[] {
    const words = isAlone ? new Set(tools.columnNames(value).map(foldName)) : wordsOf(value);
    const collections = isAlone ? [own] : [...reached(own, words)];
    return collections.flatMap(({ id, name }) => {
      const { collection, fields } = brought.get(id) ?? { fields: new Map<string, string>() };
      const ofFields = [...fields].flatMap(([field, difference]) => (words.has(field) ? [difference] : []));
      return collection !== undefined && words.has(foldName(name)) ? [collection, ...ofFields] : ofFields;
    });
  }

  /** What brings the names to which the paths of a rule lead, unless the target has a field of that name. */
  function inRule(own: RawCollection, rule: string): string[] {
    const start = index.byName(own.id);
    const found: (string | undefined)[] = [];
    for (const path of filterPaths(rule)) {
      // The backend takes any data of a request.
      if (!start || path.startsWith('@request.')) continue;
      followPath(path, start, index, {
        collection: ({ id }) => found.push(brought.get(id)?.collection),
        field: ({ id }, name) => {
          const folded = foldName(name);
          if (!storedNames.get(id)?.has(folded)) found.push(brought.get(id)?.fields.get(folded));
        },
      });
    }
    return found.filter((id) => id !== undefined);
  }

  /** What brings the tables and columns that a view's query reads, unless the target has a field of that name. */
  function inQuery(query: string): string[] {
    const { tables, qualified, bare } = queryNames(query);
    const found = [...tables].flatMap((table) => {
      const id = named.get(table)?.id ?? '';
      const { collection, fields } = brought.get(id) ?? {};
      const columns = [...bare, ...(qualified.get(table) ?? [])].filter(
        (column) => !storedNames.get(id)?.has(column),
      );
      return [collection, ...columns.map((column) => fields?.get(column))];
    });
    return found.filter((id) => id !== undefined);
  }

  const inRows = (rows: readonly DiffRow[], own: RawCollection): string[] =>
    rows.flatMap((row) => {
      if (isView(own) && row.prop === 'query') return inQuery(row.new ?? '');
      return row.prop.endsWith('Rule') ? inRule(own, row.new ?? '') : [];
    });

  // A relation names its collection by the id.
  const ofField = (field: RawField): string[] => added.get(targetIdOf(field)) ?? [];

  /** What the target must have. */
  function mustHave({ part, rows }: Omit<Difference, 'needs'>, own: RawCollection): string[] {
    switch (part.of) {
      case 'collection':
        return [...fieldsOf(own).flatMap(ofField), ...inRows(rows, own)];
      case 'field':
        return fieldsOf(own)
          .filter((field) => fieldId(field) === part.fieldId)
          .flatMap((field) => {
            const holder = brought.get(own.id)?.renames.get(foldName(fieldName(field)));
            return holder === undefined ? ofField(field) : [holder, ...ofField(field)];
          });
      case 'index':
        return rows.flatMap((row) => inText(own, row.new ?? '', true));
      case 'member':
      case 'option':
        return inRows(rows, own);
      case 'setting':
        return [];
    }
  }

  /** What has a new name that its text contains, which may also be another word there. */
  function mayName({ part, rows }: Omit<Difference, 'needs'>, own: RawCollection): string[] {
    const isWhole = part.of === 'collection';
    if (!isWhole && ((part.of !== 'member' && part.of !== 'option') || part.name === 'name')) return [];
    const values = rows.flatMap((row) => (isWhole && OWN_PARTS.has(row.prop) ? [] : (row.new ?? [])));
    return values.flatMap((value) => inText(own, value));
  }

  const musts = new Map<string, readonly string[]>();
  const complete = groups.map((group): DifferenceGroup => {
    const own = known.get(group.id);
    const differences = group.differences.map((difference) => {
      const must = own ? mustHave(difference, own) : [];
      musts.set(difference.id, must);
      const found = own ? [...must, ...mayName(difference, own)] : [];
      return { ...difference, needs: [...new Set(found)].filter((id) => id !== difference.id) };
    });
    return { ...group, differences };
  });
  return withRefusals(complete, musts);
}

/** Refuses what can't be without something that is refused. */
function withRefusals(
  groups: readonly DifferenceGroup[],
  musts: ReadonlyMap<string, readonly string[]>,
): readonly DifferenceGroup[] {
  const names = new Map<string, string>();
  const refusals = new Map<string, string>();
  for (const { name, differences } of groups) {
    for (const { id, label, refusal } of differences) {
      names.set(id, `${name}: ${label}`);
      if (refusal !== undefined) refusals.set(id, refusal);
    }
  }
  for (let before = -1; before < refusals.size; ) {
    before = refusals.size;
    for (const [id, must] of musts) {
      const missing = must.find((each) => refusals.has(each));
      if (missing === undefined || refusals.has(id)) continue;
      refusals.set(id, `It needs “${names.get(missing)}”, which can’t be promoted.`);
    }
  }
  return groups.map((group) => ({
    ...group,
    differences: group.differences.map((each) => ({ ...each, refusal: refusals.get(each.id) })),
  }));
}

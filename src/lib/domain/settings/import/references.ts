import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import { findReferences, type Mention, type Reference } from '#domain/collections/editor/references.ts';
import { ruleOf } from '#domain/collections/editor/rules.ts';
import { schemaEdit } from '#domain/collections/editor/schema-edit.ts';
import { valuesOf } from '#domain/collections/editor/values.ts';
import { byId, deletedOf, type ImportMode, importedAs } from './effective.ts';
import type { RawCollection } from './raw.ts';

/** A collection that stays, before and after the import. */
interface Kept {
  readonly old: Collection;
  readonly after: Collection;
}

const textAt = (collection: Collection, place: Reference['place']): unknown =>
  place === 'query' ? collection.options['query'] : ruleOf(collection, place);

/** The mentions of what the import renames or removes in one collection. */
function referencesTo({ old, after }: Kept, all: ReadonlyMap<string, Kept>): Reference[] {
  const fields = new Set(after.schema.map(({ name }) => name));
  const names = new Set([...all.values()].map((each) => each.after.name));
  const edit = schemaEdit(valuesOf(after), old);
  // The backend derives the fields of a view from its query.
  const isDerived = old.type === 'view';
  const renamed = isDerived ? new Map<string, string>() : edit.renamed;
  const removed = isDerived ? new Set<string>() : edit.removed.difference(fields);
  if (edit.newName === edit.collectionName && !renamed.size && !removed.size) return [];
  // Paths lead through the names that the texts were written for.
  const searched = [...all.values()].map((each) => ({
    ...each.after,
    name: each.old.name,
    schema: each.old.schema,
  }));
  return findReferences({ ...edit, renamed, removed }, searched).flatMap((reference) => {
    const owner = all.get(reference.collectionId);
    const isSame = owner && textAt(owner.old, reference.place) === textAt(owner.after, reference.place);
    // A text that changes with the import may mean the one that has the name then.
    const isStale = ({ kind, name }: Mention) => isSame || !(kind === 'field' ? fields : names).has(name);
    const mentions = reference.mentions.filter(isStale);
    return mentions.length ? [{ ...reference, mentions }] : [];
  });
}

/** The rules and view queries that still use names which an import changes or removes, as they are after it. */
export function staleReferences(
  existing: readonly RawCollection[],
  imported: readonly RawCollection[],
  mode: ImportMode,
): readonly Reference[] {
  const fresh = byId(imported);
  const deleted = new Set(deletedOf(existing, imported, mode));
  const all = new Map(
    existing
      .filter((one) => !deleted.has(one))
      .map((one): [string, Kept] => {
        const collection = fresh.get(one.id);
        const old = parseCollection(one);
        return [
          one.id,
          { old, after: collection ? parseCollection(importedAs(one, collection, mode)) : old },
        ];
      }),
  );
  const found = [...all.values()]
    .filter(({ old, after }) => old !== after)
    .flatMap((changed) => referencesTo(changed, all));
  const places = Map.groupBy(found, ({ collectionId, place }) => `${collectionId} ${place}`);
  return [...places.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, mentions: [first, ...others].flatMap(({ mentions }) => mentions) }] : [],
  );
}

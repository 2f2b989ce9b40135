import type { Collection } from '#domain/backend/collection.ts';
import { conditionsOf } from '#domain/records/filter-builder/builder-tree.ts';
import { createFilterBuilder } from '#stores/records/filter-builder.ts';
import { showAddress } from '#tests/stores/offline-fixture.ts';
import { scopeOf } from '#tests/support/filter-scope.ts';

/** The builder of a list without a filter, and what reads its only condition, on that path of the collection. */
export function builderOn(collection: Collection, path: string) {
  showAddress(`#/collections?collectionId=${collection.id}`);
  const builder = createFilterBuilder(scopeOf(collection, [collection]));
  const condition = () => {
    const [one] = conditionsOf(builder.$root.get());
    if (!one) throw new Error('No condition.');
    return one;
  };
  builder.setPath(condition().id, path);
  return { builder, condition };
}

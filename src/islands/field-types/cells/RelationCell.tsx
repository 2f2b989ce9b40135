import { useStore } from '@nanostores/react';
import { listLook } from '#browser/list-look.ts';
import { ownOf } from '#domain/app/own.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { relatedWidth } from '#domain/records/column-content.ts';
import { expandedOf } from '#domain/records/record.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { ChipList } from './ChipList.tsx';
import type { CellProps } from './cell-props.ts';
import { RelatedChip } from './RelatedChip.tsx';

/** Maximum number of related records named in a cell. */
const MAX_ITEMS = 20;

/** The related records, shown by their presentable fields, each with its JSON in a tooltip. */
export function RelationCell({ record, column, width }: CellProps) {
  const collections = useStore($collectionList);
  const related = column.field && relatedTo(column.field, collections);
  const ids = valuesOf(ownOf(record, column.name));
  const expanded = expandedOf(record, column.name);
  const items = ids.slice(0, MAX_ITEMS).map((id) => ({ id, item: expanded.get(id) }));
  return (
    <ChipList
      texts={items.map(({ id, item }) => (item ? recordText(item, related) : id))}
      widths={items.map(({ id, item }) => relatedWidth(id, item, related, listLook(), collections))}
      count={ids.length}
      width={width}
    >
      {(shown) =>
        items
          .slice(0, shown)
          .map(({ id, item }) => (
            <RelatedChip key={id} id={id} record={item} collection={related} isMissing={!item} hasFiles />
          ))
      }
    </ChipList>
  );
}

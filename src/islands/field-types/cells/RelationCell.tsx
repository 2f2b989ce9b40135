import { useStore } from '@nanostores/react';
import { ownOf } from '#domain/app/own.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { expandedOf } from '#domain/records/record.ts';
import { $collectionList } from '#stores/collections/list.ts';
import type { CellProps } from './cell-props.ts';
import { RelatedChip } from './RelatedChip.tsx';

/** Maximum number of related records shown in a cell. */
const MAX_ITEMS = 20;

/** The related records, shown by their presentable fields, each with its JSON in a tooltip. */
export function RelationCell({ record, column }: CellProps) {
  const collections = useStore($collectionList);
  const related = column.field && relatedTo(column.field, collections);
  const ids = valuesOf(ownOf(record, column.name));
  const expanded = expandedOf(record, column.name);
  return (
    <span className="cell-list">
      {ids.slice(0, MAX_ITEMS).map((id) => {
        const item = expanded.get(id);
        return <RelatedChip key={id} id={id} record={item} collection={related} isMissing={!item} hasFiles />;
      })}
      {ids.length > MAX_ITEMS && <span>...</span>}
    </span>
  );
}

import { useStore } from '@nanostores/react';
import { presentableText, recordTooltip } from '../../../lib/domain/cell-text.ts';
import type { Collection } from '../../../lib/domain/collection.ts';
import { presentableFields, relatedTo } from '../../../lib/domain/list-query.ts';
import { expandedOf, type RecordData, valuesOf } from '../../../lib/domain/record.ts';
import { $collectionList } from '../../../stores/collections.ts';
import type { CellProps } from './cell-props.ts';
import { Thumb } from './Thumb.tsx';

/** Related records a cell shows (spec 2 §9). */
const MAX_ITEMS = 20;
/** Files a related record shows (spec 2 §9). */
const MAX_FILES = 5;

function filesOf(record: RecordData, collection: Collection | undefined): string[] {
  const shown = new Set(presentableFields(collection));
  const fields = (collection?.schema ?? []).filter(({ type, name }) => type === 'file' && shown.has(name));
  return fields.flatMap(({ name }) => valuesOf(record[name])).slice(0, MAX_FILES);
}

/** The related records by their presentable fields, each with its JSON in a tooltip (RL-19). */
export function RelationCell({ record, column }: CellProps) {
  const collections = useStore($collectionList);
  const related = column.field && relatedTo(column.field, collections);
  const ids = valuesOf(record[column.name]);
  const expanded = expandedOf(record, column.name);
  return (
    <span className="cell-list">
      {ids.slice(0, MAX_ITEMS).map((id) => {
        const item = expanded.get(id);
        return item ? (
          <span className="chip" key={id}>
            <span
              className="icon-[ri--information-line] shrink-0 text-muted"
              role="img"
              aria-label="Show record"
              data-tooltip={recordTooltip(item)}
              data-tooltip-side="left"
            />
            <span>{presentableText(item, related)}</span>
            {filesOf(item, related).map((name) => (
              <Thumb key={name} record={item} name={name} />
            ))}
          </span>
        ) : (
          <span className="chip font-mono text-xs text-muted" key={id} data-tooltip="This record is missing.">
            {id}
          </span>
        );
      })}
      {ids.length > MAX_ITEMS && <span>...</span>}
    </span>
  );
}

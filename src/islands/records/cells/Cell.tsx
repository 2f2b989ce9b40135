import { memo } from 'react';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ownOf } from '#domain/app/own.ts';
import { isEmptyValue, jsonText, TEXT_LIMIT, truncate, valueText } from '#domain/records/cell-text.ts';
import { valuesOf } from '#domain/records/record.ts';
import type { CellProps } from './cell-props.ts';
import { FileCell } from './FileCell.tsx';
import { IdCell } from './IdCell.tsx';
import { RelationCell } from './RelationCell.tsx';
import { BoolValue, Choices, Line, NoValue, UrlValue } from './simple-values.tsx';

function content({ record, column }: CellProps) {
  const value = ownOf(record, column.name);
  if (column.type === 'id') return <IdCell record={record} />;
  // False and 0 are values, a JSON null, '' or [] is not.
  if (column.type === 'bool') return <BoolValue value={value} />;
  if (isEmptyValue(value)) return <NoValue />;
  const text = valueText(value);
  switch (column.type) {
    case 'date':
      return <DateTime value={text} stacked />;
    case 'number':
      return <span className="ml-auto font-mono text-[13px] leading-5 tabular-nums">{text}</span>;
    case 'json':
      return <Line isMono text={jsonText(value)} />;
    case 'url':
      return <UrlValue url={text} isLine />;
    case 'select':
      return (
        <span className="cell-list" data-tooltip-clipped={valuesOf(value).join(', ')}>
          <Choices items={valuesOf(value)} />
        </span>
      );
    case 'file':
      return <FileCell record={record} column={column} />;
    case 'relation':
      return <RelationCell record={record} column={column} />;
    default:
      return <Line text={truncate(text, TEXT_LIMIT)} />;
  }
}

/** What a list shows of one value, by the type of its column (RL-17 to RL-20). */
export const Cell = memo(function Cell(props: CellProps) {
  return content(props);
});

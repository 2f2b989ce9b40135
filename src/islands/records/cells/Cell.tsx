import { memo } from 'react';
import { DateTime } from '../../../components/DateTime.tsx';
import {
  isEmptyValue,
  isWebUrl,
  jsonText,
  NO_VALUE,
  TEXT_LIMIT,
  truncate,
  valueText,
} from '../../../lib/domain/cell-text.ts';
import { valuesOf } from '../../../lib/domain/record.ts';
import type { CellProps } from './cell-props.ts';
import { FileCell } from './FileCell.tsx';
import { IdCell } from './IdCell.tsx';
import { RelationCell } from './RelationCell.tsx';

/** A line of text that ends in an ellipsis; the tooltip shows it whole when it is cut off. */
function Line({ text, mono = false }: { text: string; mono?: boolean }) {
  return (
    <span className={`cell-text ${mono ? 'font-mono text-[13px]' : ''}`} data-tooltip-clipped="">
      {text}
    </span>
  );
}

function content({ record, column }: CellProps) {
  const value = record[column.name];
  if (column.type === 'id') return <IdCell record={record} />;
  // False and 0 are values, a JSON null, '' or [] is not.
  if (column.type === 'bool')
    return <span className={value ? '' : 'text-muted'}>{value ? 'True' : 'False'}</span>;
  if (isEmptyValue(value)) return <span className="text-muted">{NO_VALUE}</span>;
  const text = valueText(value);
  switch (column.type) {
    case 'date':
      return <DateTime value={text} stacked />;
    case 'number':
      return <span className="ml-auto font-mono text-[13px] tabular-nums">{text}</span>;
    case 'json':
      return <Line mono text={jsonText(value)} />;
    case 'url':
      return isWebUrl(text) ? (
        <a
          className="cell-text link"
          href={text}
          target="_blank"
          rel="noopener noreferrer"
          data-tooltip="Open in new tab"
        >
          {truncate(text, TEXT_LIMIT)}
        </a>
      ) : (
        <Line text={truncate(text, TEXT_LIMIT)} />
      );
    case 'select':
      return (
        <span className="cell-list">
          {valuesOf(value).map((item) => (
            <span className="chip" key={item}>
              {item}
            </span>
          ))}
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

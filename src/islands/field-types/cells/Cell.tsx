import { memo, type ReactNode } from 'react';
import { listLook } from '#browser/list-look.ts';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ownOf } from '#domain/app/own.ts';
import { isEmptyValue, NO_VALUE, truncate, valueText } from '#domain/app/value-text.ts';
import type { Column } from '#domain/collections/columns.ts';
import { type ColumnType, valuesOf } from '#domain/field-types/field-type.ts';
import { isWebUrl, jsonText, TEXT_LIMIT } from '#domain/records/cell-text.ts';
import { choiceWidth } from '#domain/records/column-content.ts';
import type { RecordData } from '#domain/records/record.ts';
import { ChipList } from './ChipList.tsx';
import type { CellProps } from './cell-props.ts';
import { FileCell } from './FileCell.tsx';
import { IdCell } from './IdCell.tsx';
import { RelationCell } from './RelationCell.tsx';
import { BoolValue, Choices, UrlValue } from './simple-values.tsx';

/** A value that a list shows as one line of text. */
export interface CellLine {
  readonly text: string;
  readonly className: string;
}

const MONO = 'font-mono text-dense';
const TEXTS: ReadonlySet<ColumnType> = new Set(['username', 'text', 'editor', 'email', 'url']);

/**
 * The text of a value that needs no {@link Cell}; the table's own cell shows it: an element for each text would make a
 * list a sixth larger.
 */
export function cellLine(record: RecordData, { name, type }: Column): CellLine | undefined {
  const value = ownOf(record, name);
  if (type === 'id' || type === 'bool') return undefined;
  // A missing bool counts as false. False and 0 are values; JSON null, '' and [] are empty.
  if (isEmptyValue(value)) return { text: NO_VALUE, className: 'text-muted' };
  if (type === 'number' || (type === 'json' && typeof value === 'number'))
    return { text: valueText(value), className: `${MONO} tabular-nums` };
  if (type === 'json') return { text: jsonText(value), className: MONO };
  const text = valueText(value);
  if (!TEXTS.has(type) || (type === 'url' && isWebUrl(text))) return undefined;
  return { text: truncate(text, TEXT_LIMIT), className: '' };
}

type Render = (props: CellProps, value: unknown) => ReactNode;

const CELLS: Partial<Record<ColumnType, Render>> = {
  id: ({ record }) => <IdCell record={record} />,
  bool: (_, value) => <BoolValue value={value} />,
  url: (_, value) => <UrlValue url={valueText(value)} isLine />,
  date: (_, value) => <DateTime value={valueText(value)} stacked />,
  select: ({ width }, value) => {
    const items = valuesOf(value);
    const widths = items.map((item) => choiceWidth(item, listLook().em));
    return (
      <ChipList texts={items} widths={widths} width={width}>
        {(shown) => <Choices items={items.slice(0, shown)} />}
      </ChipList>
    );
  },
  file: ({ record, column }) => <FileCell record={record} column={column} />,
  relation: (props) => <RelationCell {...props} />,
};

/** One value in a list that is more than a line of text, shown according to the type of its column. */
export const Cell = memo(function Cell(props: CellProps) {
  const { record, column } = props;
  return CELLS[column.type]?.(props, ownOf(record, column.name));
});

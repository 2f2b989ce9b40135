import { memo, type ReactNode } from 'react';
import { listLook } from '#browser/list-look.ts';
import { DateTime } from '#components/elements/DateTime.tsx';
import { ownOf } from '#domain/app/own.ts';
import { isEmptyValue, truncate, valueText } from '#domain/app/value-text.ts';
import { type ColumnType, valuesOf } from '#domain/field-types/field-type.ts';
import { jsonText, TEXT_LIMIT } from '#domain/records/cell-text.ts';
import { choiceWidth } from '#domain/records/column-content.ts';
import { ChipList } from './ChipList.tsx';
import type { CellProps } from './cell-props.ts';
import { FileCell } from './FileCell.tsx';
import { IdCell } from './IdCell.tsx';
import { RelationCell } from './RelationCell.tsx';
import { BoolValue, Choices, Line, NoValue, UrlValue } from './simple-values.tsx';

/** Renders a value, which can be empty only for ids and bools. */
type Render = (props: CellProps, value: unknown) => ReactNode;

const line: Render = (_, value) => <Line text={truncate(valueText(value), TEXT_LIMIT)} />;

const number: Render = (_, value) => (
  <span className="font-mono text-dense leading-5 tabular-nums">{valueText(value)}</span>
);

const CELLS: Readonly<Record<ColumnType, Render>> = {
  id: ({ record }) => <IdCell record={record} />,
  username: line,
  text: line,
  editor: line,
  number,
  bool: (_, value) => <BoolValue value={value} />,
  email: line,
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
  json: (props, value) =>
    typeof value === 'number' ? number(props, value) : <Line isMono text={jsonText(value)} />,
  file: ({ record, column }) => <FileCell record={record} column={column} />,
  relation: (props) => <RelationCell {...props} />,
};

/** One value in a list, shown according to the type of its column. */
export const Cell = memo(function Cell(props: CellProps) {
  const { record, column } = props;
  const value = ownOf(record, column.name);
  const { type } = column;
  // A missing bool counts as false. False and 0 are values; JSON null, '' and [] are empty.
  if (type !== 'id' && type !== 'bool' && isEmptyValue(value)) return <NoValue />;
  return CELLS[type](props, value);
});

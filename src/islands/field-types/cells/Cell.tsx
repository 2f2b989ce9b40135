import { useStore } from '@nanostores/react';
import { memo, type ReactNode } from 'react';
import { listLook } from '#browser/list-look.ts';
import { DateTime } from '#components/elements/DateTime.tsx';
import { IdValue } from '#components/table/IdValue.tsx';
import { ownOf } from '#domain/app/lenient.ts';
import { isEmptyValue, NO_VALUE, truncate, valueText } from '#domain/app/value-text.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { type ColumnType, valuesOf } from '#domain/field-types/field-type.ts';
import { readGeoPoint } from '#domain/field-types/geo-point.ts';
import { choiceWidth, fittingChips, relatedWidth } from '#domain/records/column-width.ts';
import { expandedOf, isWebUrl, jsonText, type RecordData, TEXT_LIMIT } from '#domain/records/record.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { recordText } from '#stores/field-types/record-text.ts';
import { RelatedChip, Thumb } from './RelatedChip.tsx';
import { BoolValue, Choices, UrlValue } from './simple-values.tsx';

export interface ChipListProps {
  readonly texts: readonly string[];
  /** Estimated widths of the chips, in px. */
  readonly widths: readonly number[];
  /** Number of values, of which there may be more than chips: the text of the others ends in '...'. */
  readonly count?: number;
  /** Width of the cell, in px. */
  readonly width: number | undefined;
  readonly children: (shown: number) => ReactNode;
}

function ChipList({ texts, widths, count = texts.length, width = 0, children }: ChipListProps) {
  const shown = fittingChips(widths, width, listLook().em, count);
  const textFrom = (start: number) => texts.slice(start).join(', ') + (count > texts.length ? '...' : '');
  const isCut = shown < count;
  return (
    <span
      className="cell-list"
      data-tooltip={isCut ? textFrom(0) : undefined}
      data-tooltip-clipped={textFrom(0)}
    >
      {children(shown)}
      {isCut && (
        <span className="chip shrink-0 text-muted">
          <span aria-hidden="true">+{count - shown}</span>
          <span className="sr-only">{textFrom(shown)}</span>
        </span>
      )}
    </span>
  );
}

const MAX_ITEMS = 20;

/** Props of every cell. The value is in the record under the column's name. */
interface CellProps {
  readonly record: RecordData;
  readonly column: Column;
  /** Width of the cell in px, for values that are chips. */
  readonly width?: number | undefined;
}

function RelationCell({ record, column, width }: CellProps) {
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

const MAX_FILES = 10;

function FileCell({ record, column }: CellProps) {
  const names = valuesOf(ownOf(record, column.name));
  return (
    <span className="cell-list">
      {names.slice(0, MAX_FILES).map((name) => (
        <Thumb key={name} record={record} field={column.field} name={name} />
      ))}
      {names.length > MAX_FILES && <span>...</span>}
    </span>
  );
}

function IdCell({ record }: { record: RecordData }) {
  const isAuth = useStore($activeCollection)?.type === 'auth';
  const state = record['verified'] === true ? 'Verified' : 'Unverified';
  return (
    <>
      <IdValue id={record.id} isTight />
      {isAuth && (
        <span
          className={`ml-1 shrink-0 text-base ${state === 'Verified' ? 'icon-[ri--checkbox-circle-line] text-success' : 'icon-[ri--error-warning-line] text-muted'}`}
          role="img"
          aria-label={state}
          data-tooltip={state}
        />
      )}
    </>
  );
}

export interface CellLine {
  readonly text: string;
  readonly className: string;
}

type Line = (value: unknown) => CellLine | undefined;
/** Renders a value, which can be empty only for ids and bools. */
type Render = (props: CellProps, value: unknown) => ReactNode;
/** A value is a line of text, is rendered, or is rendered where it is no line. */
type Shown = { readonly line: Line; readonly render?: Render } | { readonly render: Render };

const MONO = 'font-mono text-dense';

const text = (value: unknown): CellLine => ({
  text: truncate(valueText(value), TEXT_LIMIT),
  className: '',
});
const number = (value: unknown): CellLine => ({ text: valueText(value), className: `${MONO} tabular-nums` });

const CELLS: Readonly<Record<ColumnType, Shown>> = {
  id: { render: ({ record }) => <IdCell record={record} /> },
  username: { line: text },
  text: { line: text },
  editor: { line: text },
  number: { line: number },
  bool: { render: (_, value) => <BoolValue value={value} /> },
  email: { line: text },
  url: {
    line: (value) => (isWebUrl(valueText(value)) ? undefined : text(value)),
    render: (_, value) => <UrlValue url={valueText(value)} isLine />,
  },
  date: { render: (_, value) => <DateTime value={valueText(value)} stacked /> },
  select: {
    render: ({ width }, value) => {
      const items = valuesOf(value);
      const widths = items.map((item) => choiceWidth(item, listLook().em));
      return (
        <ChipList texts={items} widths={widths} width={width}>
          {(shown) => <Choices items={items.slice(0, shown)} />}
        </ChipList>
      );
    },
  },
  json: {
    line: (value) => (typeof value === 'number' ? number(value) : { text: jsonText(value), className: MONO }),
  },
  file: { render: ({ record, column }) => <FileCell record={record} column={column} /> },
  relation: { render: (props) => <RelationCell {...props} /> },
  geoPoint: { line: (value) => ({ text: readGeoPoint(value), className: `${MONO} tabular-nums` }) },
};

/** The text of a value that needs no {@link Cell}: an element for each text would make a list a sixth larger. */
export function cellLine(record: RecordData, { name, type }: Column): CellLine | undefined {
  const value = ownOf(record, name);
  // A missing bool counts as false. False and 0 are values; JSON null, '' and [] are empty.
  if (type !== 'id' && type !== 'bool' && isEmptyValue(value))
    return { text: NO_VALUE, className: 'text-muted' };
  const shown = CELLS[type];
  return 'line' in shown ? shown.line(value) : undefined;
}

/** One value in a list that is more than a line of text, shown according to the type of its column. */
export const Cell = memo(function Cell(props: CellProps) {
  const { record, column } = props;
  return CELLS[column.type].render?.(props, ownOf(record, column.name));
});

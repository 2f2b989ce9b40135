import { useMemo } from 'react';
import {
  type CollectionDiff,
  type DiffField,
  type DiffPart,
  type DiffRow,
  diffSpans,
} from '#domain/settings/import/diff.ts';
import { ChangeLabel } from './ChangeLabel.tsx';

const SIDES = {
  old: { Tag: 'del', cell: "bg-error/10 before:content-['−'_/_''] before:text-error", mark: 'bg-error/25' },
  new: {
    Tag: 'ins',
    cell: "bg-success/10 before:content-['+'_/_''] before:text-success",
    mark: 'bg-success/25',
  },
} as const;

/** The changed parts of both sides, when they help: not if everything has changed. */
function useSpans({ kind, old, new: fresh }: DiffRow) {
  return useMemo(() => {
    if (kind !== 'changed' || old === undefined || fresh === undefined) return undefined;
    const spans = diffSpans(old, fresh);
    const isPartly = (side: readonly DiffPart[]) => side.some((span) => !span.isChanged && span.text.trim());
    return spans && isPartly(spans.old) ? spans : undefined;
  }, [kind, old, fresh]);
}

function Value({
  text,
  spans,
  mark,
}: {
  text: string;
  spans: readonly DiffPart[] | undefined;
  mark: string;
}) {
  if (!text) return <span className="text-muted italic">(empty)</span>;
  if (!spans) return text;
  return spans.map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity other than their position.
    <span key={index} className={span.isChanged ? `rounded-xs font-semibold ${mark}` : undefined}>
      {span.text}
    </span>
  ));
}

interface CellProps {
  readonly side: keyof typeof SIDES;
  readonly row: DiffRow;
  readonly spans: ReturnType<typeof useSpans>;
}

/** The value of one side; a changed one has a sign besides its colour. */
function Cell({ side, row, spans }: CellProps) {
  const { Tag, cell, mark } = SIDES[side];
  const text = row[side];
  const isChanged = row.kind !== 'same';
  const shape = 'border-t border-l border-base-300 align-top';
  if (text === undefined) return <td className={`${shape} bg-base-200`} />;
  const look = isChanged ? cell : 'text-muted';
  const value = <Value text={text} spans={spans?.[side]} mark={mark} />;
  return (
    <td
      className={`relative ${shape} py-1 pr-2 pl-5 font-mono whitespace-pre-wrap wrap-anywhere before:absolute max-sm:break-all before:left-1.5 before:font-semibold ${look}`}
    >
      {isChanged ? <Tag className="no-underline">{value}</Tag> : value}
    </td>
  );
}

function DiffLine({ row, isNested = false }: { readonly row: DiffRow; readonly isNested?: boolean }) {
  const spans = useSpans(row);
  return (
    <tr data-diff={row.kind}>
      <th
        scope="row"
        className={`border-t border-base-300 py-1 pr-2 text-left align-top wrap-anywhere ${isNested ? 'pl-4' : 'pl-2'} ${row.kind === 'same' ? 'font-normal text-muted' : 'font-medium'}`}
      >
        {row.prop}
      </th>
      <Cell side="old" row={row} spans={spans} />
      <Cell side="new" row={row} spans={spans} />
    </tr>
  );
}

function FieldHead({ field }: { readonly field: DiffField }) {
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} className="border-t border-base-300 bg-base-200 px-2 py-1 text-left">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium">
          <span className="min-w-0 wrap-anywhere">
            field: <bdi>{field.name}</bdi>
          </span>
          {field.kind !== 'same' && <ChangeLabel kind={field.kind} text={field.mark} />}
        </span>
      </th>
    </tr>
  );
}

export interface DiffTableProps {
  readonly name: string;
  readonly diff: CollectionDiff;
  readonly sides?: readonly [old: string, fresh: string];
}

/** The old and new properties of a collection, then those of its fields. */
export function DiffTable({ name, diff, sides = ['Old', 'New'] }: DiffTableProps) {
  return (
    <div className="overflow-hidden rounded-box border border-base-300">
      <table aria-label={name} className="w-full table-fixed border-collapse text-xs leading-5">
        <thead>
          <tr className="bg-base-200 text-left font-medium">
            <th scope="col" className="w-24 px-2 py-1 sm:w-36">
              Props
            </th>
            {sides.map((side) => (
              <th key={side} scope="col" className="border-l border-base-300 px-2 py-1 wrap-anywhere">
                {side}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {diff.rows.map((row) => (
            <DiffLine key={row.prop} row={row} />
          ))}
        </tbody>
        {diff.fields.map((field) => (
          <tbody key={field.key}>
            <FieldHead field={field} />
            {field.rows.map((row) => (
              <DiffLine key={row.prop} row={row} isNested />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

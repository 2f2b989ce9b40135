import { useMemo } from 'react';
import type { DiffRow } from '#domain/settings/import/diff.ts';
import { type DiffPart, diffSpans } from '#domain/settings/import/spans.ts';

type Side = 'old' | 'new';

const SIDES = {
  old: {
    Tag: 'del',
    cell: "bg-error/10 before:content-['−'_/_''] before:text-error",
    mark: 'bg-error/25',
  },
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

interface ValueProps {
  readonly text: string;
  readonly spans: readonly DiffPart[] | undefined;
  readonly mark: string;
}

function Value({ text, spans, mark }: ValueProps) {
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
  readonly side: Side;
  readonly text: string | undefined;
  readonly isChanged: boolean;
  readonly spans: readonly DiffPart[] | undefined;
}

/** The value of one side; a changed one has a sign besides its colour. */
function Cell({ side, text, isChanged, spans }: CellProps) {
  const { Tag, cell, mark } = SIDES[side];
  const shape = 'border-t border-l border-base-300 align-top';
  if (text === undefined) return <td className={`${shape} bg-base-200`} />;
  const look = isChanged ? cell : 'text-muted';
  const value = <Value text={text} spans={spans} mark={mark} />;
  return (
    <td
      className={`relative ${shape} py-1 pr-2 pl-5 font-mono whitespace-pre-wrap wrap-anywhere before:absolute max-sm:break-all before:left-1.5 before:font-semibold ${look}`}
    >
      {isChanged ? <Tag className="no-underline">{value}</Tag> : value}
    </td>
  );
}

export interface DiffLineProps {
  readonly row: DiffRow;
  /** Belongs to a field. */
  readonly isNested?: boolean;
}

/** One property with its old and new value. */
export function DiffLine({ row, isNested = false }: DiffLineProps) {
  const spans = useSpans(row);
  const isChanged = row.kind !== 'same';
  return (
    <tr data-diff={row.kind}>
      <th
        scope="row"
        className={`border-t border-base-300 py-1 pr-2 text-left align-top wrap-anywhere ${isNested ? 'pl-4' : 'pl-2'} ${isChanged ? 'font-medium' : 'font-normal text-muted'}`}
      >
        {row.prop}
      </th>
      <Cell side="old" text={row.old} isChanged={isChanged} spans={spans?.old} />
      <Cell side="new" text={row.new} isChanged={isChanged} spans={spans?.new} />
    </tr>
  );
}

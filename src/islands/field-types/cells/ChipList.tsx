import type { ReactNode } from 'react';
import { listLook } from '#browser/list-look.ts';
import { fittingChips } from '#domain/records/column-content.ts';

export interface ChipListProps {
  /** Texts of all chips. */
  readonly texts: readonly string[];
  /** Estimated widths of the chips, in px. */
  readonly widths: readonly number[];
  /** Number of values, of which there may be more than chips: the text of the others ends in '...'. */
  readonly count?: number;
  /** Width of the cell, in px. */
  readonly width: number | undefined;
  /** Renders the first chips. */
  readonly children: (shown: number) => ReactNode;
}

/** As many chips as fit completely, and the number of the others, which a tooltip and screen readers name. */
export function ChipList({ texts, widths, count = texts.length, width = 0, children }: ChipListProps) {
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

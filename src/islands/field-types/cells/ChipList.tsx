import type { ReactNode } from 'react';
import { listLook } from '#browser/list-look.ts';
import { choiceWidth, fittingChips } from '#domain/records/column-content.ts';
import { Choices } from './simple-values.tsx';

export interface ChipListProps {
  /** Texts of all chips. */
  readonly texts: readonly string[];
  /** Estimated widths of the chips, in px. */
  readonly widths: readonly number[];
  /** Number of values, of which there may be more than chips: the text of the others ends in '...'. */
  readonly count?: number;
  /** Width of the cell, in px. */
  readonly width: number;
  /** Renders the first chips. */
  readonly children: (shown: number) => ReactNode;
}

/** As many chips as fit completely, and the number of the others, which a tooltip and screen readers name. */
export function ChipList({ texts, widths, count = texts.length, width, children }: ChipListProps) {
  const shown = fittingChips(widths, width, listLook().em, count);
  const end = count > texts.length ? '...' : '';
  const all = `${texts.join(', ')}${end}`;
  return (
    <span className="cell-list" data-tooltip={shown < count ? all : undefined} data-tooltip-clipped={all}>
      {children(shown)}
      {shown < count && (
        <span className="chip shrink-0 text-muted">
          <span aria-hidden="true">+{count - shown}</span>
          <span className="sr-only">{`${texts.slice(shown).join(', ')}${end}`}</span>
        </span>
      )}
    </span>
  );
}

/** The choices of a select field. */
export function ChoicesCell({ items, width }: { readonly items: readonly string[]; readonly width: number }) {
  const widths = items.map((item) => choiceWidth(item, listLook().em));
  return (
    <ChipList texts={items} widths={widths} width={width}>
      {(shown) => <Choices items={items.slice(0, shown)} />}
    </ChipList>
  );
}

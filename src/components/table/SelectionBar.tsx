import type { ReactNode } from 'react';
import { Button } from '#components/elements/Button.tsx';

export interface SelectionBarProps {
  readonly shown: boolean;
  readonly children: ReactNode;
}

/** The bar that floats above the end of a list while rows are selected. */
export function SelectionBar({ shown, children }: SelectionBarProps) {
  return (
    // Always there: an element that appears beside the list makes the browser compute the styles of all rows again.
    <div className="contents">
      {shown && (
        <div className="selection-bar" role="region" aria-label="Selection">
          {children}
        </div>
      )}
    </div>
  );
}

export interface SelectedCountProps {
  readonly count: number;
  /** Singular and plural of the rows, e.g. 'log' and 'logs'. */
  readonly nouns: readonly [one: string, many: string];
  readonly onReset: () => void;
}

/** 'Selected 2 records' and 'Reset'. */
export function SelectedCount({ count, nouns, onReset }: SelectedCountProps) {
  return (
    <>
      <span role="status">
        Selected <strong>{count}</strong> {nouns[count === 1 ? 0 : 1]}
      </span>
      <Button onClick={onReset}>Reset</Button>
    </>
  );
}

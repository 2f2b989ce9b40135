import type { ReactNode } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Toolbar } from '#components/elements/Toolbar.tsx';
import { numberText } from '#domain/app/count-text.ts';

export interface SelectionBarProps {
  readonly shown: boolean;
  readonly label?: string;
  readonly onReset: () => void;
  readonly children: ReactNode;
}

/** Floats above the end of a list, but comes before it in the page, so that Tab need not go through the list. */
export function SelectionBar({ shown, label = 'Selection', onReset, children }: SelectionBarProps) {
  return (
    // Always there: an element that appears beside the list makes the browser compute the styles of all rows again.
    <div className="contents">
      {shown && (
        <Toolbar
          label={label}
          className="selection-bar"
          onKeyDown={({ key }) => {
            if (key === 'Escape') onReset();
          }}
        >
          {children}
        </Toolbar>
      )}
    </div>
  );
}

export interface SelectedCountProps {
  readonly count: number;
  readonly nouns: readonly [one: string, many: string];
  /** All rows that the list finds are selected, loaded or not. */
  readonly all?: boolean;
  readonly note?: string | undefined;
  readonly onReset: () => void;
}

export function SelectedCount({ count, nouns, all, note, onReset }: SelectedCountProps) {
  return (
    <>
      <span role="status">
        Selected {all && 'all '}
        <strong>{all ? numberText(count) : count}</strong> {nouns[count === 1 ? 0 : 1]} {note}
      </span>
      <Button onClick={onReset}>Reset</Button>
    </>
  );
}

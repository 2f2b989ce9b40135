import type { ChangeEvent, KeyboardEvent, MouseEvent } from 'react';

/** Elements of a row with their own action: they do not open the row (RL-13, LG-18). */
const OWN_ACTION = 'a, button, input, label';

/** Whether the user has selected text of the row, probably to copy it. */
const isSelectingText = (row: HTMLElement) => {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && row.contains(selection.anchorNode);
};

/** Whether Shift is pressed, with the mouse or the space bar: then all rows since the last choice are selected. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
}

/** What a row does; a row without a checkbox only opens. */
export interface RowActions {
  readonly onOpen: () => void;
  readonly onToggle?: () => void;
  /** Selects all rows between the one toggled last and this one. */
  readonly onToggleTo?: () => void;
}

/** Event handlers of a row: a click or Enter opens it, its checkbox selects it, with Shift a range of rows. */
export function rowEvents({ onOpen, onToggle, onToggleTo }: RowActions) {
  return {
    row: {
      onClick(event: MouseEvent<HTMLElement>) {
        const { target, currentTarget, shiftKey } = event;
        if (target instanceof HTMLLabelElement && shiftKey) {
          // Not every browser passes a click with Shift on to the checkbox.
          event.preventDefault();
          onToggleTo?.();
          return;
        }
        if (target instanceof Element && target.closest(OWN_ACTION)) return;
        if (!isSelectingText(currentTarget)) onOpen();
      },
      onMouseDown(event: MouseEvent<HTMLElement>) {
        // Shift would select the text of all rows in between.
        if (event.shiftKey && event.target instanceof Element && event.target.closest('label')) {
          event.preventDefault();
        }
      },
      onKeyDown({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) {
        if (key === 'Enter' && target === currentTarget) onOpen();
      },
    },
    onSelect(event: ChangeEvent) {
      if (isRange(event)) onToggleTo?.();
      else onToggle?.();
    },
  };
}

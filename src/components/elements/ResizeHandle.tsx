import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** Px per arrow key, ten times as much with Shift unless the handle is in a group. */
const STEP = 10;

/** Props of {@link ResizeHandle}; widths in px. */
export interface ResizeHandleProps {
  readonly width: number;
  readonly min?: number;
  readonly max?: number;
  /** Called while dragging and for every key press; the width is always within the limits. */
  readonly onResize: (width: number) => void;
  /** Called when a drag ends and for every key press, with the width to store. */
  readonly onDone?: (width: number) => void;
  /** Called by Delete or Backspace, which restore the initial width. */
  readonly onReset?: () => void;
  /** Called by a double click; without it, that restores the initial width too. */
  readonly onFit?: () => void;
  readonly label?: string;
  readonly className?: string;
  /** The handle is in a group whose plain arrow keys move the focus: with Shift they move the handle. */
  readonly isInGroup?: boolean;
}

/** The handle at the right edge of its parent, which must be positioned; of the class `dragging` during a drag. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { width, min = 235, max = 400, onResize, onDone, label = 'Resize sidebar' } = props;
  const { isInGroup = false } = props;
  const [dragging, setDragging] = useState(false);
  const start = useRef({ x: 0, width: 0, last: 0 });
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  function down(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Keeps the drag from selecting text. It also keeps the browser from moving the focus, which is done here.
    event.preventDefault();
    event.currentTarget.focus();
    start.current = { x: event.clientX, width, last: width };
    setDragging(true);
  }

  function move(event: PointerEvent) {
    if (!dragging) return;
    const next = clamp(start.current.width + event.clientX - start.current.x);
    if (next === start.current.last) return;
    start.current.last = next;
    onResize(next);
  }

  function up() {
    if (!dragging) return;
    setDragging(false);
    // A click without a move changes nothing, so there is nothing to store.
    if (start.current.last !== start.current.width) onDone?.(start.current.last);
  }

  function key(event: KeyboardEvent) {
    if (props.onReset && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      props.onReset();
      return;
    }
    if (isInGroup && !event.shiftKey) return;
    const step = event.shiftKey && !isInGroup ? STEP * 10 : STEP;
    const targets: Record<string, number> = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: min,
      End: max,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onResize(clamp(target));
    onDone?.(clamp(target));
  }

  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-keyshortcuts={isInGroup ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined}
      aria-valuenow={clamp(width)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${clamp(width)} pixels`}
      className={`absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize max-sm:-right-3 max-sm:w-6 touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:transition-colors after:duration-150 hover:after:bg-primary/60 ${dragging ? 'dragging after:bg-primary' : ''} ${props.className ?? ''}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onLostPointerCapture={up}
      onKeyDown={key}
      onDoubleClick={props.onFit ?? props.onReset}
    />
  );
}

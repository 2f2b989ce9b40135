import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** Px per arrow key, ten times as much with Shift. */
const STEP = 10;

/** Props of {@link ResizeHandle}; widths in px. */
export interface ResizeHandleProps {
  /** Present width of what is resized, the element at the left of the line. */
  readonly width: number;
  readonly min?: number;
  readonly max?: number;
  /** While dragging and for every key; always within the limits. */
  readonly onResize: (width: number) => void;
  /** The mouse or the key is let go: the time to remember the width (SH-11). */
  readonly onDone?: (width: number) => void;
  /** A double click, or Delete or Backspace, asks for the width of the beginning. */
  readonly onReset?: () => void;
  readonly label?: string;
  /** Id of the element that is resized. */
  readonly controls?: string;
  readonly className?: string;
}

/**
 * The line at the right edge of a sidebar or a column, dragged by mouse or finger or moved by arrow keys, Home and
 * End (SH-10). It carries the class `dragging` while the mouse is down. Its parent must be positioned.
 */
export function ResizeHandle(props: ResizeHandleProps) {
  const { width, min = 235, max = 400, onResize, onDone, label = 'Resize sidebar', controls } = props;
  const [dragging, setDragging] = useState(false);
  const start = useRef({ x: 0, width: 0, last: 0 });
  const clamp = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

  function down(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Keeps the drag from selecting text; the focus has to be moved by hand then.
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
    // A click alone changes nothing, so there is nothing to remember.
    if (start.current.last !== start.current.width) onDone?.(start.current.last);
  }

  function key(event: KeyboardEvent) {
    if (props.onReset && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      props.onReset();
      return;
    }
    const step = event.shiftKey ? STEP * 10 : STEP;
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
      aria-controls={controls}
      aria-valuenow={clamp(width)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={`${clamp(width)} pixels`}
      className={`absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:transition-colors after:duration-150 hover:after:bg-primary/60 motion-reduce:after:transition-none ${dragging ? 'dragging after:bg-primary' : ''} ${props.className ?? ''}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onLostPointerCapture={up}
      onKeyDown={key}
      onDoubleClick={props.onReset}
    />
  );
}

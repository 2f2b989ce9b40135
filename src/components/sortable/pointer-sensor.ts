import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { flushSync } from 'react-dom';

/** How far a press must move to start a drag, in px: a click on the handle does nothing. */
const DRAG_DISTANCE = 4;

/** Coordinates are px of the window. */
export type PointerDrag = Pick<
  SensorProps<object>,
  'active' | 'event' | 'onAbort' | 'onStart' | 'onMove' | 'onEnd' | 'onCancel'
>;

/** Moves an item with mouse, pen or finger; Escape cancels. Also works without the library. */
export class PointerSensor implements SensorInstance {
  static readonly activators: Activators<object> = [
    {
      eventName: 'onPointerDown',
      handler: ({ isPrimary, button }: ReactPointerEvent) => isPrimary && button === 0,
    },
  ];
  readonly autoScrollEnabled = true;
  readonly #props: PointerDrag;
  readonly #end = new AbortController();
  readonly #pressed: PointerEvent;
  #isDragging = false;

  constructor(props: PointerDrag) {
    const { event } = props;
    if (!(event instanceof PointerEvent)) throw new TypeError('PointerSensor needs a pointer event.');
    this.#props = props;
    this.#pressed = event;
    const { signal } = this.#end;
    const cancel = () => this.#cancel();
    const prevent = (event: Event) => event.preventDefault();
    document.addEventListener('pointermove', (event) => this.#onMove(event), { signal });
    document.addEventListener('pointerup', (event) => this.#onUp(event), { signal });
    document.addEventListener('pointercancel', cancel, { signal });
    document.addEventListener('keydown', ({ code }) => code === 'Escape' && cancel(), { signal });
    document.addEventListener('visibilitychange', cancel, { signal });
    window.addEventListener('resize', cancel, { signal });
    window.addEventListener('dragstart', prevent, { signal });
    window.addEventListener('contextmenu', prevent, { signal });
  }

  /** Stops listening. Calls `onAbort` for a press that never became a drag. */
  #stop() {
    this.#end.abort();
    if (this.#isDragging) suppressClick();
    else this.#props.onAbort(this.#props.active);
  }

  #cancel() {
    this.#stop();
    this.#props.onCancel();
  }

  #onMove(event: PointerEvent) {
    if (event.pointerId !== this.#pressed.pointerId) return;
    const { clientX, clientY } = this.#pressed;
    if (!this.#isDragging) {
      if (Math.hypot(event.clientX - clientX, event.clientY - clientY) <= DRAG_DISTANCE) return;
      this.#isDragging = true;
      const deselect = () => getSelection()?.removeAllRanges();
      deselect();
      document.addEventListener('selectionchange', deselect, { signal: this.#end.signal });
      // Synchronous: the following moves, and a drop right after them, depend on this render.
      flushSync(() => this.#props.onStart({ x: clientX, y: clientY }));
    }
    this.#props.onMove({ x: event.clientX, y: event.clientY });
  }

  #onUp(event: PointerEvent) {
    if (event.pointerId !== this.#pressed.pointerId) return;
    // The drop uses the last rendered state.
    flushSync(() => this.#onMove(event));
    this.#stop();
    this.#props.onEnd();
  }
}

/** Suppresses the click that ends the current press, if there is one, and no other: clicks by key have no `detail`. */
function suppressClick() {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  document.addEventListener('click', (event) => event.detail > 0 && event.stopPropagation(), options);
  document.addEventListener('pointerdown', () => end.abort(), options);
}

import {
  KeyboardSensor,
  type KeyboardSensorOptions,
  type KeyboardSensorProps,
  type Over,
  PointerSensor,
  type PointerSensorOptions,
  type PointerSensorProps,
} from '@dnd-kit/core';
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { flushSync } from 'react-dom';

/** How far a press moves before it is a drag, in px: a click on the handle does nothing. */
const DRAG_DISTANCE = 4;

/** Keys that mean something while a thing is moved. */
const KEYS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Space', 'Enter', 'Escape', 'Tab']);

type StepProps = Pick<PointerSensorProps, 'onStart' | 'onMove'>;

/**
 * Renders every step before the next event is looked at. Where the thing is dropped is read off what was rendered
 * last: on a busy page that would be where it was a few steps ago.
 */
const atOnce = ({ onStart, onMove }: StepProps): StepProps => ({
  onStart: (at) => flushSync(() => onStart(at)),
  onMove: (to) => flushSync(() => onMove(to)),
});

/** Hears keys from the press that picks something up; the library's own sensor misses those that follow closely. */
export class PromptKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super({ ...props, ...atOnce(props) });
    const early: KeyboardEvent[] = [];
    const keep = (event: KeyboardEvent) => {
      if (event === props.event || !KEYS.has(event.code)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      early.push(event);
    };
    document.addEventListener('keydown', keep);
    // Right behind the timer of the library, which listens from then on.
    setTimeout(() => {
      document.removeEventListener('keydown', keep);
      for (const { type, key, code } of early) {
        document.dispatchEvent(new KeyboardEvent(type, { key, code, cancelable: true }));
      }
    });
  }
}

/** Drops a thing where the pointer let go of it, however quick that was. */
export class PromptPointerSensor extends PointerSensor {
  constructor(props: PointerSensorProps) {
    super({ ...props, ...atOnce(props) });
  }
}

/** A drag begins once the pointer has moved a little. */
export const POINTER_OPTIONS: PointerSensorOptions = { activationConstraint: { distance: DRAG_DISTANCE } };

/**
 * Arrows go from place to place. The panel jumps along: while it glides, the next key would be reckoned from
 * places that are already elsewhere.
 * @param over what the thing is over now; the library knows it a moment later
 */
export const keyboardOptions = (over: () => Over | null): KeyboardSensorOptions => ({
  scrollBehavior: 'auto',
  coordinateGetter: (event, { context, ...rest }) =>
    sortableKeyboardCoordinates(event, { ...rest, context: { ...context, over: over() } }),
});

import {
  type Activators,
  type Announcements,
  type Collision,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DroppableContainer,
  type Over,
  type SensorInstance,
  type SensorProps,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, type SortingStrategy, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PointerSensor } from './pointer-sensor.ts';

// The library's own sensors lose input on slow machines or from quick users: keys work only after a timer, a drop
// uses a render that may be outdated, and every click is suppressed for 50 ms.

const PICK_UP = ['Space', 'Enter'];
const DROP = [...PICK_UP, 'Tab'];

/** The target below the dragged item after its last move; the library updates `over` later. */
function overNow(drag: { readonly collisions: Collision[] | null; readonly over: Over | null }) {
  const container: DroppableContainer | undefined = drag.collisions?.[0]?.data?.['droppableContainer'];
  const rect = container?.rect.current;
  return container && rect
    ? { id: container.id, rect, disabled: container.disabled, data: container.data }
    : drag.over;
}

/** Scrolls an area, in px from the top of the screen, into view; returns by how many px the content moved up. */
function scrollTo(top: number, height: number, scrollers: readonly Element[]): number {
  const scroller = scrollers[0];
  if (!scroller) return 0;
  const isPage = scroller === document.scrollingElement;
  const seen = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
  // Keeps one more item visible on each side.
  const above = top - height - seen.top;
  const below = top + 2 * height - seen.bottom;
  const before = scroller.scrollTop;
  scroller.scrollBy({ top: above < 0 ? above : Math.max(0, below), behavior: 'instant' });
  return scroller.scrollTop - before;
}

/** Space or Enter on the handle picks up, arrows move, Space, Enter or Tab drops, Escape or a press cancels. */
class KeySensor implements SensorInstance {
  static readonly activators: Activators<object> = [
    {
      eventName: 'onKeyDown',
      handler: (event: ReactKeyboardEvent, _options, { active }) => {
        if (event.repeat || !PICK_UP.includes(event.code)) return false;
        if (event.target !== active.activatorNode.current) return false;
        event.preventDefault();
        return true;
      },
    },
  ];
  readonly autoScrollEnabled = false;
  readonly #props: SensorProps<object>;
  readonly #end = new AbortController();
  #origin: { readonly x: number; readonly y: number } | undefined;

  constructor(props: SensorProps<object>) {
    this.#props = props;
    const { signal } = this.#end;
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    window.addEventListener('resize', () => this.#cancel(), { signal });
    document.addEventListener('visibilitychange', () => this.#cancel(), { signal });
    // The keys after it are for what was pressed. Before that has the focus, which would return to the handle.
    document.addEventListener('pointerdown', () => this.#cancel(), { signal, capture: true });
    // Synchronous: everything must be measured before the next key press.
    flushSync(() => props.onStart({ x: 0, y: 0 }));
  }

  #cancel() {
    this.#end.abort();
    this.#props.onCancel();
  }

  #onKey(event: KeyboardEvent) {
    const { event: pickedUp, activeNode, onEnd } = this.#props;
    if (event === pickedUp) return;
    // The panel of the item was closed meanwhile: the key press is for something else.
    if (!activeNode.node.current?.isConnected) return this.#cancel();
    if (DROP.includes(event.code)) {
      event.preventDefault();
      // A held key only picks up; its repeats do not drop.
      if (event.repeat) return;
      this.#end.abort();
      onEnd();
    } else if (event.code === 'Escape') {
      event.preventDefault();
      this.#cancel();
    } else {
      this.#move(event);
    }
  }

  #move(event: KeyboardEvent) {
    const { active, context, onMove } = this.#props;
    const { collisionRect, scrollableAncestors } = context.current;
    if (!collisionRect) return;
    const currentCoordinates = { x: collisionRect.left, y: collisionRect.top };
    const origin = this.#origin ?? currentCoordinates;
    this.#origin = origin;
    const to = sortableKeyboardCoordinates(event, {
      active,
      context: { ...context.current, over: overNow(context.current) },
      currentCoordinates,
    });
    if (!to) return;
    const scrolled = scrollTo(to.y, collisionRect.height, scrollableAncestors);
    flushSync(() => onMove({ x: to.x - origin.x, y: to.y - scrolled - origin.y }));
  }
}

interface SortableAreaProps {
  /** Ids of the items in their order; the same array while the order is unchanged. */
  readonly ids: string[];
  readonly onMove: (from: number, to: number) => void;
  readonly strategy: SortingStrategy;
  readonly announcements: Announcements;
  /** Screen readers announce this on every handle. */
  readonly instructions: string;
  /** Renders the items. Their wrapper must have the passed attribute, so that panels leave Escape to the drag. */
  readonly children: (mark: { 'data-popup-open': '' | undefined }) => ReactNode;
}

/** Items that the user reorders by their handles: with a pointer, or with Space, arrows and Space again. */
export function SortableArea(props: SortableAreaProps) {
  const { ids, onMove, strategy, announcements, instructions, children } = props;
  const [isDragging, setIsDragging] = useState(false);
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeySensor));
  const lastOver = useRef<Over>(null);
  const accessibility = {
    announcements: {
      ...announcements,
      // The library passes the target from before the last move.
      onDragEnd: ({ active }: DragEndEvent) => announcements.onDragEnd({ active, over: lastOver.current }),
    },
    screenReaderInstructions: { draggable: instructions },
  };

  function end(event: DragEndEvent) {
    const over = overNow(event);
    lastOver.current = over;
    setIsDragging(false);
    const from = ids.indexOf(String(event.active.id));
    const to = over ? ids.indexOf(String(over.id)) : -1;
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={accessibility}
      onDragStart={() => setIsDragging(true)}
      onDragCancel={() => setIsDragging(false)}
      onDragEnd={end}
    >
      <SortableContext items={ids} strategy={strategy}>
        {children({ 'data-popup-open': isDragging ? '' : undefined })}
      </SortableContext>
    </DndContext>
  );
}

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DndContextProps,
  type DragEndEvent,
  type Modifiers,
  type Over,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, type SortingStrategy } from '@dnd-kit/sortable';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { KeySensor, overNow } from './drag-sensors.ts';
import { PointerSensor } from './pointer-sensor.ts';

export interface SortableAreaProps {
  /** Ids of the items in their order; the same array while the order is unchanged. */
  readonly ids: string[];
  readonly onMove: (from: number, to: number) => void;
  readonly strategy: SortingStrategy;
  readonly modifiers?: Modifiers;
  /** Texts for screen readers during a move. */
  readonly announcements: Announcements;
  /** Screen readers announce this on every handle. */
  readonly instructions: string;
  /** Renders the items. Their wrapper must have the passed attribute, so that panels leave Escape to the drag. */
  readonly children: (mark: { 'data-popup-open': '' | undefined }) => ReactNode;
}

/** Items that the user reorders by their handles: with a pointer, or with Space, arrows and Space again. */
export function SortableArea(props: SortableAreaProps) {
  const { ids, onMove, strategy, modifiers, announcements, instructions, children } = props;
  const [isDragging, setIsDragging] = useState(false);
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeySensor));
  const lastOver = useRef<Over>(null);
  const accessibility = useMemo(
    (): NonNullable<DndContextProps['accessibility']> => ({
      announcements: {
        ...announcements,
        // The library passes the target from before the last move.
        onDragEnd: ({ active }) => announcements.onDragEnd({ active, over: lastOver.current }),
      },
      screenReaderInstructions: { draggable: instructions },
    }),
    [announcements, instructions],
  );

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
      {...(modifiers ? { modifiers } : {})}
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

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
import { KeySensor, overNow, PointerSensor } from './drag-sensors.ts';

/** Props of {@link SortableArea}. */
export interface SortableAreaProps {
  /** Ids of the things in their order; the same list as long as the order is the same. */
  readonly ids: string[];
  readonly onMove: (from: number, to: number) => void;
  readonly strategy: SortingStrategy;
  readonly modifiers?: Modifiers;
  /** Texts for screen readers during a move. */
  readonly announcements: Announcements;
  /** Announced at every handle. */
  readonly instructions: string;
  /** The items. Their wrapper must carry the given attribute, so that panels leave Escape to the drag. */
  readonly children: (mark: { 'data-popup-open': '' | undefined }) => ReactNode;
}

/** Things that are put in order by their handles: by pointer, or by Space, arrows and Space again. */
export function SortableArea(props: SortableAreaProps) {
  const { ids, onMove, strategy, modifiers, announcements, instructions, children } = props;
  const [isDragging, setIsDragging] = useState(false);
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeySensor));
  const landed = useRef<Over>(null);
  const accessibility = useMemo(
    (): NonNullable<DndContextProps['accessibility']> => ({
      announcements: {
        ...announcements,
        // The library tells this what it knew before the last move.
        onDragEnd: ({ active }) => announcements.onDragEnd({ active, over: landed.current }),
      },
      screenReaderInstructions: { draggable: instructions },
    }),
    [announcements, instructions],
  );

  function end(event: DragEndEvent) {
    const over = overNow(event);
    landed.current = over;
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

import type { Announcements } from '@dnd-kit/core';
import { rectSortingStrategy, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import type { ReactNode } from 'react';
import { SortableArea } from './SortableArea.tsx';

interface SortableListProps<Item> {
  readonly items: readonly Item[];
  readonly idOf: (item: Item) => string;
  /** Name of an item in the announcements of its drag. */
  readonly nameOf: (item: Item) => string;
  readonly onMove: (from: number, to: number) => void;
  readonly label: string;
  /** Arranges the items as wrapping labels instead of one per line. */
  readonly wraps?: boolean;
  readonly className?: string;
  readonly itemClass?: string;
  /** Content of an item, shown after its handle. */
  readonly children: (item: Item) => ReactNode;
}

interface SortableItemProps {
  readonly id: string;
  readonly name: string;
  readonly isAlone: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

function SortableItem({ id, name, isAlone, className, children }: SortableItemProps) {
  const sortable = useSortable({ id, disabled: isAlone });
  const { transform, transition, isDragging } = sortable;
  return (
    <li
      ref={sortable.setNodeRef}
      data-id={id}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={`${className} ${isDragging ? 'relative z-10 opacity-70 shadow-lifted' : ''}`}
    >
      {!isAlone && (
        <button
          type="button"
          ref={sortable.setActivatorNodeRef}
          {...sortable.attributes}
          {...sortable.listeners}
          aria-label={`Move ${name}`}
          className="inline-flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-selector text-muted hover:text-base-content max-sm:size-10"
        >
          <span aria-hidden="true" className="icon-[ri--draggable] size-4" />
        </button>
      )}
      {children}
    </li>
  );
}

/** A list that the user reorders by the handles of its items. */
export function SortableList<Item>(props: SortableListProps<Item>) {
  const { items, idOf, nameOf, onMove, label, wraps = false, className = '', itemClass = '' } = props;
  const ids = items.map(idOf);
  const place = (id: unknown) => ids.indexOf(String(id)) + 1;
  const name = (id: unknown) => {
    const item = items[place(id) - 1];
    return item === undefined ? '' : nameOf(item);
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, place ${place(active.id)} of ${ids.length}.`,
    onDragOver: ({ active, over }) =>
      over ? `${name(active.id)} is over place ${place(over.id)} of ${ids.length}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active.id)} was dropped at place ${place(over.id)} of ${ids.length}.` : undefined,
    onDragCancel: ({ active }) =>
      `${name(active.id)} was put back to place ${place(active.id)} of ${ids.length}.`,
  };

  return (
    <SortableArea
      ids={ids}
      onMove={onMove}
      strategy={wraps ? rectSortingStrategy : verticalListSortingStrategy}
      announcements={announcements}
      instructions="Press Space to pick up, the arrow keys to move, Space to drop, Escape to cancel."
    >
      {(mark) => (
        <ul {...mark} aria-label={label} className={className}>
          {items.map((item) => (
            <SortableItem
              key={idOf(item)}
              id={idOf(item)}
              name={nameOf(item)}
              isAlone={items.length < 2}
              className={itemClass}
            >
              {props.children(item)}
            </SortableItem>
          ))}
        </ul>
      )}
    </SortableArea>
  );
}

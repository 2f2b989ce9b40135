import { useSortable } from '@dnd-kit/sortable';
import { memo } from 'react';
import { canEdit } from '#domain/collections/editor/fields.ts';
import { FieldLine, type FieldLineProps } from './FieldLine.tsx';

const GRIP = 'inline-flex h-8 w-5 shrink-0 items-center justify-center max-sm:size-10';

/** A field with its handle; system fields and deleted ones have none. */
export const SortableField = memo(function SortableField(props: FieldLineProps) {
  const { field } = props;
  const isFixed = !canEdit(field);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: field.key, disabled: { draggable: isFixed } });
  return (
    <li
      ref={setNodeRef}
      data-field={field.name}
      className={`flex min-w-0 items-start gap-1 rounded-box bg-base-100 pr-1 ${props.isOpen ? '' : 'closed-field'} ${props.errors ? 'border border-error/60' : 'border-b border-base-300'} ${isDragging ? 'relative z-10 shadow-lifted' : ''}`}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      {isFixed ? (
        <span className={GRIP} />
      ) : (
        <button
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          type="button"
          className={`${GRIP} cursor-grab touch-none rounded-field text-muted hover:text-base-content`}
          aria-label={`Move field ${field.name}`}
        >
          <span aria-hidden="true" className="icon-[ri--draggable] size-4" />
        </button>
      )}
      <FieldLine {...props} />
    </li>
  );
});

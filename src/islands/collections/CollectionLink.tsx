import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#components/elements/IconButton.tsx';
import type { Collection, CollectionType } from '#domain/backend/collection.ts';
import { isOpenForWriting } from '#domain/collections/collection.ts';
import { useInitial } from '#islands/island.tsx';
import { formatHash } from '#routing/hash.ts';
import { $pins, togglePin } from '#stores/collections/pins.ts';

export const COLLECTION_ICONS: Readonly<Record<CollectionType, string>> = {
  auth: 'icon-[ri--group-line]',
  base: 'icon-[ri--folder-2-line]',
  view: 'icon-[ri--table-line]',
};

/** The collection whose focused pin was pressed: its link moves to another group, and the focus must follow. */
let movedPin: string | undefined;

/** A button at the end of a line, which shows under the pointer or with the focus. */
export const SIDE_BUTTON =
  'grid size-6 cursor-pointer place-items-center rounded-field text-muted hover:text-base-content focus-visible:opacity-100 group-hover:opacity-100 max-sm:size-10 max-sm:opacity-100';

interface Props {
  readonly collection: Collection;
  readonly isActive: boolean;
  /** A button before the pin, and what makes room for it. */
  readonly menu?: ReactNode;
  readonly linkClass?: string;
}

/** One collection of the sidebar with its pin. Typing in the search does not render it again. */
export const CollectionLink = memo(function CollectionLink(props: Props) {
  const { collection, isActive, menu, linkClass = '' } = props;
  const isPinned = useInitial($pins).includes(collection.id);
  const pin = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (movedPin !== collection.id) return;
    movedPin = undefined;
    pin.current?.focus();
  }, [collection.id]);

  function toggle() {
    movedPin = document.activeElement === pin.current ? collection.id : undefined;
    togglePin(collection.id);
  }

  const action = isPinned ? 'Unpin collection' : 'Pin collection';
  const isOpen = isOpenForWriting(collection);
  return (
    <div className="group relative">
      <a
        className={`side-link ${isOpen ? 'pr-16' : 'pr-9'} ${linkClass}`}
        href={formatHash('collections', { collectionId: collection.id })}
        title={collection.name}
        aria-current={isActive ? 'page' : undefined}
      >
        <span className={COLLECTION_ICONS[collection.type]} aria-hidden="true" />
        <span className="truncate">{collection.name}</span>
      </a>
      <div className="absolute inset-y-0 right-2.5 flex items-center">
        {menu}
        {isOpen && (
          <span
            role="img"
            aria-label={`Anyone can write to ${collection.name}`}
            data-tooltip="Anyone can write"
            data-tooltip-side="right"
            className="icon-[ri--alert-line] size-3.5 text-warning"
          />
        )}
        <IconButton
          ref={pin}
          variant="plain"
          icon={isPinned ? 'icon-[ri--pushpin-fill]' : 'icon-[ri--pushpin-line]'}
          iconSize=""
          label={`${action} ${collection.name}`}
          tooltip={action}
          tooltipSide="right"
          className={`${SIDE_BUTTON} ${isPinned ? 'text-primary' : 'opacity-0'}`}
          aria-pressed={isPinned}
          onClick={toggle}
        />
      </div>
    </div>
  );
});

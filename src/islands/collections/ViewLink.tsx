import type { View } from '#domain/records/views/view.ts';
import { chooseView, viewHash } from '#stores/records/views.ts';

interface Props {
  readonly view: View;
  readonly collectionId: string;
  /** Whether its collection is open. */
  readonly isActive: boolean;
  readonly isShown: boolean;
  /** Whether the list differs from it. */
  readonly isChanged: boolean;
}

/** A saved view of a collection. Its address is that of the list, so that a copied link works for everybody. */
export function ViewLink({ view, collectionId, isActive, isShown, isChanged }: Props) {
  return (
    <a
      className="side-link pr-2"
      href={viewHash(collectionId, view)}
      title={view.name}
      aria-current={isShown ? 'true' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        // The address may be the present one, with other columns.
        if (isActive) event.preventDefault();
        chooseView(view.id);
      }}
    >
      <span className="icon-[ri--list-check]" aria-hidden="true" />
      <span className="truncate">
        <span className="sr-only">View </span>
        <bdi>{view.name}</bdi>
      </span>
      {isChanged && (
        <>
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warning" />
          <span className="sr-only"> (changed)</span>
        </>
      )}
    </a>
  );
}

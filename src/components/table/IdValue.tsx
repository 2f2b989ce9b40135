import { CopyIcon } from '#components/elements/CopyIcon.tsx';

/** An id in a table cell, with a copy icon. */
export function IdValue({ id, isTight = false }: { readonly id: string; readonly isTight?: boolean }) {
  return (
    <>
      <span className="cell-text font-mono text-xs" data-tooltip-clipped="">
        {id}
      </span>
      <CopyIcon value={id} className={`quiet-icon shrink-0 ${isTight ? 'covers' : ''}`} />
    </>
  );
}

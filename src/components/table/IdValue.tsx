import { CopyIcon } from '#components/elements/CopyIcon.tsx';

export interface IdValueProps {
  readonly id: string;
  /** The icon covers the end of the id: the cell has no place for both. */
  readonly isTight?: boolean;
}

/** An id in a table cell, with a copy icon. */
export function IdValue({ id, isTight = false }: IdValueProps) {
  return (
    <>
      <span className="cell-text font-mono text-xs" data-tooltip-clipped="">
        {id}
      </span>
      <CopyIcon value={id} className={`quiet-icon shrink-0 ${isTight ? 'covers' : ''}`} />
    </>
  );
}

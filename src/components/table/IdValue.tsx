import { CopyIcon } from '#components/elements/CopyIcon.tsx';

/** An id in a table cell, with a copy icon. */
export function IdValue({ id }: { readonly id: string }) {
  return (
    <>
      <span className="cell-text font-mono text-xs" data-tooltip-clipped="">
        {id}
      </span>
      <CopyIcon value={id} className="shrink-0" />
    </>
  );
}

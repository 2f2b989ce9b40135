/** One of the conditions that limit a list, with a button that removes it; an item of a list. */
export function Token({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <li className="chip h-7 max-w-full gap-1 pr-0.5 text-xs max-sm:h-10">
      <bdi className="min-w-0 truncate" data-tooltip-clipped="">
        {label}
      </bdi>
      <button
        type="button"
        aria-label={`Remove ${label}`}
        className="btn btn-square btn-ghost btn-xs max-sm:size-10"
        onClick={onRemove}
      >
        <span aria-hidden="true" className="icon-[ri--close-line] size-3.5" />
      </button>
    </li>
  );
}

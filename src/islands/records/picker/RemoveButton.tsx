/** A small cross that takes a record out of a list. */
export function RemoveButton({ name, onClick }: { readonly name: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove ${name}`}
      data-tooltip="Remove"
      data-tooltip-side="left"
      className="inline-flex size-6 shrink-0 cursor-pointer items-center justify-center rounded-selector text-muted hover:bg-base-content/10 hover:text-base-content max-sm:size-10"
      onClick={onClick}
    >
      <span aria-hidden="true" className="icon-[ri--close-line] size-4" />
    </button>
  );
}

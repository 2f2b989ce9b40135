/** Marks a part that contains fields with errors of the backend. */
export function ErrorIndicator() {
  return (
    <span
      role="img"
      aria-label="Has errors"
      data-tooltip="Has errors"
      className="icon-[ri--error-warning-fill] size-4 shrink-0 text-error"
    />
  );
}

import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import { $refusal } from '#stores/logs/filtering.ts';

/** The words of the backend in parentheses, unless they say nothing. */
const reasonOf = (message: string): string =>
  message && message !== FALLBACK_MESSAGE ? ` (the server says: ${message.replace(/\.$/, '')})` : '';

/** Below the search box: its text is no valid filter, so the text itself was searched. */
export function RefusalNote() {
  const refusal = useInitial($refusal);
  return (
    <div role="status" className="text-xs text-muted" data-refusal="">
      {refusal !== undefined && (
        <p className="flex items-start gap-1.5 pt-1.5">
          <span
            aria-hidden="true"
            className="mt-0.5 icon-[ri--information-line] size-3.5 shrink-0 text-warning"
          />
          <span className="min-w-0 wrap-anywhere">
            This is not a valid filter{reasonOf(refusal)}. The list shows logs that contain this text.
          </span>
        </p>
      )}
    </div>
  );
}

import { errorText, type FieldError } from './field-error.ts';

/** An error where there is no room for its text: an icon with the text as its tooltip (ER-07). */
export function InlineErrorIcon({ error }: { error: FieldError }) {
  const text = errorText(error);
  if (!text) return null;
  return (
    <button
      type="button"
      className="inline-flex size-6 shrink-0 cursor-help items-center justify-center text-error"
      aria-label={text}
      data-tooltip={text}
      data-tooltip-tap=""
    >
      <span aria-hidden="true" className="icon-[ri--error-warning-fill] size-4" />
    </button>
  );
}

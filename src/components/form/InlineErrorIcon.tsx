import { IconButton } from '#components/elements/IconButton.tsx';
import { errorText, type FieldError } from './field-error.ts';

/** An error icon with its text as tooltip, for places without room for the text (ER-07). */
export function InlineErrorIcon({ error }: { error: FieldError }) {
  const text = errorText(error);
  if (!text) return null;
  return (
    <IconButton
      variant="hint"
      className="size-6 text-error"
      icon="icon-[ri--error-warning-fill]"
      label={text}
    />
  );
}

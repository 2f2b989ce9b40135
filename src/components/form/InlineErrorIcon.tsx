import { IconButton } from '#components/elements/IconButton.tsx';
import { errorText, type FieldError } from './Field.tsx';

/** An error icon with its text as tooltip, for places without room for the text. */
export function InlineErrorIcon({ error, id }: { readonly error: FieldError; readonly id?: string }) {
  const text = errorText(error);
  if (!text) return null;
  return (
    <IconButton
      id={id}
      variant="hint"
      className="relative size-6 text-error max-sm:before:absolute max-sm:before:-inset-2"
      icon="icon-[ri--error-warning-line]"
      label={text}
    />
  );
}

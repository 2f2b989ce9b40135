/** An error of one field from the server or a form; an empty value means no error. */
export type FieldError = string | { readonly message?: string | undefined } | null | undefined;

const FALLBACK = 'Invalid value';

/** The text to show for an error, 'Invalid value' for one without a message. */
export function errorText(error: FieldError): string | undefined {
  if (!error) return undefined;
  if (typeof error === 'string') return error;
  return error.message || FALLBACK;
}

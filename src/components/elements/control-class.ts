/** The focus ring of every control: 2 px in the primary colour; daisyUI would use the text colour. */
export const RING =
  'focus:[--input-color:var(--color-primary)] focus-within:[--input-color:var(--color-primary)] outline-offset-0';

/** The red asterisk after a label. Its alternative text is empty, so the field's accessible name is only the label. */
export const REQUIRED_MARK = "after:ml-0.5 after:text-error after:content-['*'_/_'']";

/** Shared style of inputs and selects; 32 px high, 40 px on small screens. */
export const CONTROL = `input input-sm h-8 w-full text-sm max-sm:h-10 aria-invalid:input-error ${RING}`;

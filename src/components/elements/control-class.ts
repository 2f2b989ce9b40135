/** The focus ring of every control: 2 px in the accent, where daisyUI would take the colour of the text. */
export const RING =
  'focus:[--input-color:var(--color-primary)] focus-within:[--input-color:var(--color-primary)] outline-offset-0';

/** The red asterisk after a label. It is drawn, so that the name of the field stays its label alone. */
export const REQUIRED_MARK = "after:ml-0.5 after:text-error after:content-['*'_/_'']";

/** Shared style of inputs and selects; 32 px high, 40 px on small screens. */
export const CONTROL = `input input-sm h-8 w-full text-sm max-sm:h-10 aria-invalid:input-error ${RING}`;

/** What the browser knows about an input and may be told to the user; the same names as in `ValidityState`. */
export type InputState = Pick<
  ValidityState,
  'valueMissing' | 'badInput' | 'rangeUnderflow' | 'rangeOverflow' | 'tooShort'
>;

/** What an input is and its limits, as its attributes say them. */
export interface InputLimits {
  readonly type: string;
  readonly min: string;
  readonly max: string;
  /** -1 without a limit. */
  readonly minLength: number;
}

/**
 * What is wrong with an input (RF-01, RF-02, RF-04); undefined when it can be sent. Formats of emails and
 * addresses are left to the backend: it takes some that browsers refuse.
 */
export function inputProblem(
  state: InputState,
  { type, min, max, minLength }: InputLimits,
): { readonly code: string; readonly message: string } | undefined {
  if (state.badInput) return { code: 'invalid_number', message: 'Enter a valid number.' };
  if (state.valueMissing) {
    return { code: 'missing_value', message: type === 'checkbox' ? 'Turn this on.' : 'Enter a value.' };
  }
  if (state.rangeUnderflow) return { code: 'below_min', message: `Enter ${min} or more.` };
  if (state.rangeOverflow) return { code: 'above_max', message: `Enter ${max} or less.` };
  if (state.tooShort) return { code: 'too_short', message: `Enter at least ${minLength} characters.` };
  return undefined;
}

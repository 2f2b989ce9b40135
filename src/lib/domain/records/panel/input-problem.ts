/** The flags of an input's `ValidityState` that produce a message. */
export type InputState = Pick<
  ValidityState,
  'valueMissing' | 'badInput' | 'rangeUnderflow' | 'rangeOverflow' | 'tooShort'
>;

/** Type and limits of an input, as in its attributes. */
export interface InputLimits {
  readonly type: string;
  readonly min: string;
  readonly max: string;
  /** -1 without a limit. */
  readonly minLength: number;
}

/**
 * The problem of an input; undefined when its value can be sent. The backend checks the formats
 * of emails and URLs, because it accepts some that browsers refuse.
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

/** The flags of an input's `ValidityState` that produce a message. */
export type InputState = Pick<ValidityState, 'valueMissing' | 'customError' | 'tooShort'>;

/** What an input says of its type and limits. */
export interface InputLimits {
  readonly type: string;
  /** Of a number: why it can't be its value. */
  readonly validationMessage: string;
  /** -1 without a limit. */
  readonly minLength: number;
}

/**
 * The problem of an input; undefined when its value can be sent. The backend checks the formats
 * of emails and URLs, because it accepts some that browsers refuse.
 */
export function inputProblem(
  state: InputState,
  { type, validationMessage, minLength }: InputLimits,
): { readonly code: string; readonly message: string } | undefined {
  if (state.customError) return { code: 'invalid_number', message: validationMessage };
  if (state.valueMissing) {
    return { code: 'missing_value', message: type === 'checkbox' ? 'Turn this on.' : 'Enter a value.' };
  }
  if (state.tooShort) return { code: 'too_short', message: `Enter at least ${minLength} characters.` };
  return undefined;
}

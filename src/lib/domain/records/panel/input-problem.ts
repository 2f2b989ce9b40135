/** Has the flags that produce a message. A number says itself what is wrong with it. */
export interface CheckedInput extends Pick<HTMLInputElement, 'type' | 'validationMessage' | 'minLength'> {
  readonly validity: Pick<ValidityState, 'valueMissing' | 'customError' | 'tooShort'>;
}

/** The backend checks the formats of emails and URLs: it accepts some that browsers refuse. */
export function inputProblem({ type, validationMessage, minLength, validity }: CheckedInput) {
  if (validity.customError) return { code: 'invalid_number', message: validationMessage };
  if (validity.valueMissing) {
    return { code: 'missing_value', message: type === 'checkbox' ? 'Turn this on.' : 'Enter a value.' };
  }
  if (validity.tooShort) return { code: 'too_short', message: `Enter at least ${minLength} characters.` };
  return undefined;
}

/** What a backend says of how administrators sign in. */
export interface SignInMethods {
  readonly hasPassword: boolean;
  /** The fields by whose values an administrator is found, such as `email`. */
  readonly identityFields: readonly string[];
  /** How long a second factor may take after the password, in seconds; 0 if none is asked for. */
  readonly stepSeconds: number;
  /** How long a code that a mail brings is valid, in seconds; 0 if there are none. */
  readonly codeSeconds: number;
}

/** Label of the field for the first of these values: 'Email', or 'Email or username'. */
export function identityLabel(fields: readonly string[]): string {
  const named = fields.length > 0 ? fields : ['email'];
  return named.join(' or ').replace(/^./, (first) => first.toUpperCase());
}

/** Mails are read on other devices, and codes are pasted with what stands around them. */
export const cleanCode = (typed: string): string => typed.replace(/[\s\u200b-\u200d\ufeff]/g, '');

/** A time in whole minutes, else in seconds, for people: '3 minutes'. */
export function spanOf(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

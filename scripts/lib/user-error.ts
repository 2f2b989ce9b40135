/** A problem that the user at the terminal can solve: the message is shown without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** What a caught value says, for the text of a {@link UserError}. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

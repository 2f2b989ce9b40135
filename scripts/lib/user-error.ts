/** A problem that the user at the terminal can solve: the message is shown without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

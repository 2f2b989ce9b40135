import { ApiError } from '#domain/app/api-error.ts';

/** Shown where the second step of a sign-in can't be taken. */
const MESSAGE =
  'This account needs a second factor. Open this backend in Atoll in a tab of its own and sign in there.';

/** The password was right, and a second factor has to follow: a step of the sign-in, no failure. */
export class SecondFactorNeeded extends ApiError {
  /** @param step its id */
  constructor(readonly step: string) {
    super({ status: 401, text: MESSAGE, message: MESSAGE });
  }
}

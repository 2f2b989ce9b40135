import { ApiError } from '#domain/app/api-error.ts';

export const MEND_QUESTION =
  'Make the backend read its collections again? Atoll creates an empty collection and deletes it at once, after which the backend has in memory what its database says. Nothing else is changed.';

/** What the backend has in memory of a collection is not what it has stored. Thrown before anything is sent. */
export class WrongMemory extends ApiError {
  /** @param name of the collection, where the place of the message does not say it */
  constructor(name?: string) {
    super({
      status: 409,
      message: `The backend has another state of ${name ? `the collection ${name}` : 'this collection'} in memory than in its database, since an import has failed. A change would delete columns with their values, so nothing was sent. Open the collection’s editor to mend this.`,
    });
  }
}

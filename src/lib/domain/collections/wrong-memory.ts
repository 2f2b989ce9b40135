import { ApiError } from '#domain/app/api-error.ts';

/** What the backend has in memory of a collection is not what it has stored. Thrown before anything is sent. */
export class WrongMemory extends ApiError {
  constructor() {
    super({
      status: 409,
      message:
        'The backend has another state of this collection in memory than in its database, since an import has failed. A change would delete columns with their values, so nothing was sent. Open the collection’s editor to mend this.',
    });
  }
}
